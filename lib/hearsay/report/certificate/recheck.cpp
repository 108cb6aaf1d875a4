// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/report/certificate/recheck.hpp>

#include <fmt/format.h>

#include <algorithm>

#include <hearsay/report/certificate/detail/checker_text.hpp>
#include <hearsay/report/certificate/detail/statements_text.hpp>

namespace hearsay::report {

namespace {

constexpr std::string_view button_style = R"css(
button { font: inherit; font-size: .87em; padding: .1rem .6rem; border: 1px solid var(--line); border-radius: 4px; background: #f6f7f9; color: inherit; cursor: pointer; }
button:hover { border-color: var(--soft); }
)css";

constexpr std::string_view recheck_style = R"css(
.accepted { color: var(--good); } .rejected { color: var(--bad); } .unjudged { color: var(--odd); }
.recheck { border: 1px solid var(--line); border-radius: 6px; padding: .6rem 1rem; margin: .8rem 0; }
.recheck.over { border-style: dashed; border-color: var(--ink); } .recheck p { margin: .3rem 0; } .recheck progress { width: 14rem; vertical-align: middle; }
.recheck ul { margin: .3rem 0; padding-left: 1.2rem; } .recheck li, .said { overflow-wrap: anywhere; } td .said { display: block; font-size: .87em; }
@media print { button, .recheck { display: none; } }
)css";

constexpr std::string_view recheck_script = R"js(
{
  const by = id => document.getElementById(id), bytes = text => new TextEncoder().encode(text);
  const proofs = new Map([...document.querySelectorAll('script[data-certificate]')].map(x => [x.dataset.certificate, x.textContent]));
  const statements = bytes(by('statements').textContent);
  const program = URL.createObjectURL(new Blob([by('checker').textContent], {type: 'text/javascript'}));
  let worker = null, queue = [], total = 0, counts = {}, since = 0, clock = 0;
  const summary = () => ['accepted', 'rejected', 'unjudged'].filter(state => counts[state]).map(state => `${counts[state]} ${state}`).join(', ') || 'none yet';
  const show = (out, state, why) => { out.className = 'said ' + state; out.textContent = why && !('brief' in out.dataset) ? `${state}: ${why}` : state; };
  function progress(ended) {
    const checked = total - queue.length;
    by('progress').max = total || 1; by('progress').value = checked;
    by('cancel').hidden = by('progress').hidden = Boolean(ended);
    const now = ended || `checking ${queue[0].name}, ${Math.round((Date.now() - since) / 1000)} s`;
    by('status').textContent = `${checked} of ${total} checked: ${summary()}; ${now}`;
  }
  function stop(why) {
    clearInterval(clock);
    if (worker) worker.terminate();
    worker = null;
    progress(why);
    for (const job of queue) job.tell('', '');
    queue = []; total = 0; counts = {};
  }
  function next() {
    if (!queue.length) return stop('done');
    queue[0].tell('checking', '');
    since = Date.now();
    progress();
    worker.postMessage({data: queue[0].data, statements});
  }
  function finish(state, why) {
    counts[state] = (counts[state] || 0) + 1;
    queue.shift().tell(state, why);
    next();
  }
  function start() {
    worker = new Worker(program);
    worker.onmessage = ({data: [state, why]}) => finish(state, why);
    worker.onerror = event => {  // no file should do this to the checker
      event.preventDefault();
      worker.terminate();
      start();
      finish('unjudged', 'the checker failed: ' + event.message);
    };
  }
  function check(jobs) {
    queue.push(...jobs); total += jobs.length;
    if (worker || !jobs.length) return;
    start(); clock = setInterval(progress, 1000); next();
  }
  const job = claim => ({name: claim, data: bytes(proofs.get(claim)),
    tell: (state, why) => document.querySelectorAll(`[data-said="${CSS.escape(claim)}"]`).forEach(out => show(out, state, why))});
  async function files(list) {
    const jobs = [];
    for (const file of list) {
      const line = document.createElement('li'), name = document.createElement('code'), out = document.createElement('span');
      name.textContent = file.name; line.append(name, ' ', out); by('dropped').append(line);
      const tell = (state, why) => show(out, state, why);
      try {
        jobs.push({name: file.name, data: new Uint8Array(await file.arrayBuffer()), tell});
      } catch {  // a folder
        tell('rejected', 'it is not a regular file that can be read');
      }
    }
    check(jobs);
  }
  document.querySelectorAll('button[data-check]').forEach(button => button.addEventListener('click', () => check([job(button.dataset.check)])));
  by('check-all').addEventListener('click', () => check([...proofs.keys()].map(job)));
  by('cancel').addEventListener('click', () => stop('cancelled'));
  by('files').addEventListener('change', event => { files([...event.target.files]); event.target.value = ''; });
  for (const name of ['dragover', 'dragleave', 'drop']) window.addEventListener(name, event => {
    event.preventDefault();
    by('recheck').classList.toggle('over', name === 'dragover');
    if (name === 'drop') files([...event.dataTransfer.files]);
  });
}
)js";

/// JSON as a text of the page: no `<` that could end it.
std::string without_tags(std::string_view json) {
  std::string text;
  for (const char c : json) {
    if (c == '<') {
      text += "\\u003c";
    } else {
      text += c;
    }
  }
  return text;
}

/// The buttons for all, progress, and where files are dropped, below a sentence.
std::string panel_html(const std::string& sentence, std::size_t count, const std::string& list) {
  const auto all = count == 0 ? std::string(" hidden") : std::string();
  return fmt::format(
      "<div class=\"recheck\" id=\"recheck\"><p>{}</p>\n{}<p><button type=\"button\" id=\"check-all\"{}>re-check all "
      "{} in your browser</button> <button type=\"button\" id=\"cancel\" hidden>cancel</button> <progress "
      "id=\"progress\" "
      "value=\"0\" max=\"1\" hidden></progress> <output id=\"status\"></output></p>\n<p><label>Other certificates: "
      "drop files on this page, or <input type=\"file\" id=\"files\" multiple accept=\".json\"></label></p>\n<ul "
      "id=\"dropped\"></ul></div>\n",
      sentence, list, all, count);
}

std::string button_html(const std::string& name, bool in_full) {
  return fmt::format(
      "<button type=\"button\" data-check=\"{0}\" aria-label=\"re-check {0} in your browser\">re-check in your "
      "browser</button> <output class=\"said\" data-said=\"{0}\"{1}></output>",
      name, in_full ? "" : " data-brief");
}

/// The table, the certificates by name, the checker, and the program of the buttons.
std::string scripts_html(const std::vector<std::pair<std::string, std::string_view>>& files) {
  std::string text =
      fmt::format("<script type=\"application/json\" id=\"statements\">{}</script>\n", without_tags(statements_text()));
  for (const auto& [name, certificate] : files) {
    text += fmt::format("<script type=\"application/json\" data-certificate=\"{}\">{}</script>\n", name,
                        without_tags(certificate));
  }
  text += fmt::format("<script type=\"text/plain\" id=\"checker\">{}</script>\n", checker_text());
  return text + fmt::format("<script>{}</script>\n", recheck_script);
}

constexpr std::string_view checker_words =
    "which an independent checker accepts or rejects, here or as <code>python3 check_certificates.py FILE</code>.";

}  // namespace

bool is_linked(const CertificateFile& file) { return file.text.size() > most_embedded_bytes; }

std::string Recheck::button(const std::string& claim, bool in_full) const {
  const auto file = std::ranges::find(proofs_->files, claim + ".json", &CertificateFile::name);
  if (file == proofs_->files.end()) return {};
  if (is_linked(*file)) {
    return fmt::format("<a href=\"{}/{}\">certificate</a> ({} kB{})", linked_folder, file->name,
                       file->text.size() / 1000,
                       in_full ? ": drop it on this page to re-check it in your browser" : "");
  }
  return button_html(claim, in_full);
}

std::string Recheck::panel() const {
  if (proofs_->files.empty()) return {};
  const auto linked = std::ranges::count_if(proofs_->files, is_linked);
  const auto embedded = static_cast<std::ptrdiff_t>(proofs_->files.size()) - linked;
  return "<h2>Proofs</h2>\n" +
         panel_html(fmt::format("{} of these verdicts have a certificate: a file that proves the numbers, {} Apart "
                                "from the certificate, the checker uses only the table of what each claim states.",
                                proofs_->files.size(), checker_words),
                    static_cast<std::size_t>(embedded), {});
}

std::string Recheck::style() const {
  return proofs_->files.empty() ? std::string() : fmt::format("{}{}", button_style, recheck_style);
}

std::string Recheck::script() const {
  if (proofs_->files.empty()) return {};
  std::vector<std::pair<std::string, std::string_view>> files;
  for (const auto& file : proofs_->files) {
    if (!is_linked(file))
      files.emplace_back(file.name.substr(0, file.name.size() - std::string_view(".json").size()), file.text);
  }
  return scripts_html(files);
}

std::string ResultProofs::panel() const {
  std::string list;
  for (std::size_t i = 0; i < proofs_.size(); ++i) {
    list += fmt::format("<li>{}<br>{}</li>\n", proofs_[i].words, button_html(name(i), true));
  }
  std::string sentence =
      proofs_.empty()
          ? std::string("This page has no certificate of this result.")
          : fmt::format(
                "Numbers of this result are proved by {} certificate{}, {} The checker uses nothing else on this page.",
                proofs_.size(), proofs_.size() == 1 ? "" : "s", checker_words);
  for (const auto& line : missing_) sentence += fmt::format(" Not proved here: {}.", line);
  return panel_html(sentence, proofs_.size(), list.empty() ? list : fmt::format("<ul>\n{}</ul>\n", list));
}

std::string ResultProofs::style() { return std::string(recheck_style); }

std::string ResultProofs::script() const {
  std::vector<std::pair<std::string, std::string_view>> files;
  for (std::size_t i = 0; i < proofs_.size(); ++i) files.emplace_back(name(i), proofs_[i].text);
  return scripts_html(files);
}

std::string ResultProofs::name(std::size_t i) { return fmt::format("proof {}", i + 1); }

}  // namespace hearsay::report
