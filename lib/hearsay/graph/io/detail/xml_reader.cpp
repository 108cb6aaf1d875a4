// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/graph/io/detail/xml_reader.hpp>

#include <fcntl.h>
#include <fmt/format.h>
#include <libxml/xmlreader.h>

#include <cerrno>
#include <cstring>
#include <new>

#include <hearsay/core/error.hpp>
#include <hearsay/core/printable.hpp>
#include <hearsay/graph/io/detail/text_lines.hpp>

namespace hearsay::graph {

namespace {

struct FreeXml {
  void operator()(xmlChar* text) const { xmlFree(text); }
  void operator()(xmlTextReader* reader) const { xmlFreeTextReader(reader); }
};
using XmlText = std::unique_ptr<xmlChar, FreeXml>;

std::string string_of(const xmlChar* text) { return text == nullptr ? "" : reinterpret_cast<const char*>(text); }

/// The first complaint of the parser.
struct Complaint {
  std::string message;
  std::size_t line = 0;
};

void remember_complaint(void* place, xmlErrorPtr error) {
  auto& complaint = *static_cast<Complaint*>(place);
  if (!complaint.message.empty()) return;
  const std::string_view message = error->message == nullptr ? "it is damaged" : error->message;
  complaint.message = excerpt(message.substr(0, message.find('\n')), 150);
  complaint.line = error->line > 0 ? static_cast<std::size_t>(error->line) : 0;
}

}  // namespace

struct XmlReader::State {
  explicit State(const InputFile& file)
      : name(file.name()), descriptor(::open(file.path().c_str(), O_RDONLY | O_CLOEXEC)) {
    static const bool ready = (xmlInitParser(), true);  // not safe in several threads at once
    static_cast<void>(ready);
    if (descriptor.number() < 0)
      throw Error(Errc::file, name, fmt::format("cannot be opened: {}", std::strerror(errno)));
    reader.reset(xmlReaderForFd(descriptor.number(), nullptr, nullptr, XML_PARSE_NONET | XML_PARSE_BIG_LINES));
    if (!reader) throw std::bad_alloc();
    xmlTextReaderSetStructuredErrorHandler(reader.get(), remember_complaint, &complaint);
  }
  /// Refuses what the parser complained of. @param code  what it returned, negative for an error.
  void require_sound(int code) const {
    if (complaint.message.empty() && code >= 0) return;
    const auto what = complaint.message.empty() ? "it is damaged" : complaint.message;
    graph::refuse(name, complaint.line, fmt::format("is not readable XML: {}", what));
  }

  /// The declarations in front may be of a format, not of entities.
  void require_no_entities() const {
    const auto* declared = reinterpret_cast<const xmlDtd*>(xmlTextReaderCurrentNode(reader.get()));
    if (declared != nullptr && declared->children != nullptr)
      graph::refuse(name, 0, "declares its own entities (<!DOCTYPE ... [...]>), which are not read");
  }

  std::string name;
  Descriptor descriptor;
  std::unique_ptr<xmlTextReader, FreeXml> reader;
  Complaint complaint;
  std::optional<int> skipped;  ///< what the parser returned when it went to a node that was not looked at
};

XmlReader::XmlReader(const InputFile& file) : state_(std::make_unique<State>(file)) {}
XmlReader::~XmlReader() = default;

bool XmlReader::next() {
  auto& state = *state_;
  for (;;) {
    const int code = state.skipped ? *state.skipped : xmlTextReaderRead(state.reader.get());
    state.skipped.reset();
    state.require_sound(code);
    if (code == 0) return false;
    switch (xmlTextReaderNodeType(state.reader.get())) {
      case XML_READER_TYPE_ELEMENT:
      case XML_READER_TYPE_END_ELEMENT:
        return true;
      case XML_READER_TYPE_DOCUMENT_TYPE:
        state.require_no_entities();
        break;
      case XML_READER_TYPE_ENTITY_REFERENCE:
        refuse("holds an entity of the file's own");
      default:
        break;
    }
  }
}

bool XmlReader::ends() const { return xmlTextReaderNodeType(state_->reader.get()) == XML_READER_TYPE_END_ELEMENT; }

bool XmlReader::has_content() const { return xmlTextReaderIsEmptyElement(state_->reader.get()) != 1; }

std::string XmlReader::name() const { return string_of(xmlTextReaderConstLocalName(state_->reader.get())); }

std::size_t XmlReader::line() const {
  const auto* node = xmlTextReaderCurrentNode(state_->reader.get());
  const long line = node == nullptr ? 0 : xmlGetLineNo(node);
  return line > 0 ? static_cast<std::size_t>(line) : 0;
}

std::optional<std::string> XmlReader::attribute(const char* key) const {
  const XmlText value(xmlTextReaderGetAttribute(state_->reader.get(), reinterpret_cast<const xmlChar*>(key)));
  return value ? std::optional(string_of(value.get())) : std::nullopt;
}

std::string XmlReader::take_text() {
  const XmlText text(xmlTextReaderReadString(state_->reader.get()));
  state_->require_sound(0);
  auto found = string_of(text.get());
  skip();
  return found;
}

void XmlReader::skip() { state_->skipped = xmlTextReaderNext(state_->reader.get()); }

void XmlReader::refuse(std::string_view message) const { graph::refuse(state_->name, line(), message); }

}  // namespace hearsay::graph
