// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/linalg/blas.hpp>

#include <algorithm>
#include <mutex>
#include <vector>

#include <cblas.h>

// LAPACK has no header in OpenBLAS's package.
extern "C" {
void dsyevd_(const char* vectors, const char* triangle, const int* order, double* matrix, const int* stride,
             double* values, double* work, const int* work_size, int* whole_work, const int* whole_size, int* failure);
void dgeqrf_(const int* rows, const int* columns, double* matrix, const int* stride, double* factors, double* work,
             const int* size, int* failure);
}

namespace hearsay::linalg {

namespace {

std::mutex one_call;

blasint count(Eigen::Index size) { return static_cast<blasint>(size); }

}  // namespace

void add_product(Eigen::Ref<Eigen::MatrixXd> into, double factor, const Eigen::Ref<const Eigen::MatrixXd>& a,
                 const Eigen::Ref<const Eigen::MatrixXd>& b, Left left) {
  if (into.size() == 0 || b.rows() == 0) return;
  const std::scoped_lock lock(one_call);
  cblas_dgemm(CblasColMajor, left == Left::transposed ? CblasTrans : CblasNoTrans, CblasNoTrans, count(into.rows()),
              count(into.cols()), count(b.rows()), factor, a.data(), count(a.outerStride()), b.data(),
              count(b.outerStride()), 1.0, into.data(), count(into.outerStride()));
}

void add_gram(Eigen::Ref<Eigen::MatrixXd> into, const Eigen::Ref<const Eigen::MatrixXd>& a) {
  if (a.size() == 0) return;
  const std::scoped_lock lock(one_call);
  cblas_dsyrk(CblasColMajor, CblasLower, CblasNoTrans, count(a.rows()), count(a.cols()), 1.0, a.data(),
              count(a.outerStride()), 1.0, into.data(), count(into.outerStride()));
}

bool eigenvectors_of_symmetric(Eigen::MatrixXd& matrix, Eigen::VectorXd& values) {
  const std::scoped_lock lock(one_call);
  const int n = static_cast<int>(matrix.rows());
  values.resize(n);
  int failure = 0, ask = -1, whole_wanted = 0;
  double wanted = 0.0;
  dsyevd_("V", "L", &n, matrix.data(), &n, values.data(), &wanted, &ask, &whole_wanted, &ask, &failure);
  std::vector<double> work(static_cast<std::size_t>(wanted));
  std::vector<int> whole_work(static_cast<std::size_t>(whole_wanted));
  const int size = static_cast<int>(work.size()), whole_size = static_cast<int>(whole_work.size());
  dsyevd_("V", "L", &n, matrix.data(), &n, values.data(), work.data(), &size, whole_work.data(), &whole_size, &failure);
  return failure == 0;
}

Eigen::MatrixXd triangular_factor(Eigen::MatrixXd a) {
  const int m = static_cast<int>(a.rows()), n = static_cast<int>(a.cols());
  Eigen::VectorXd factors(std::min(m, n));
  int failure = 0, ask = -1;
  double wanted = 0.0;
  {
    const std::scoped_lock lock(one_call);
    dgeqrf_(&m, &n, a.data(), &m, factors.data(), &wanted, &ask, &failure);
    std::vector<double> work(static_cast<std::size_t>(wanted));
    const int size = static_cast<int>(work.size());
    dgeqrf_(&m, &n, a.data(), &m, factors.data(), work.data(), &size, &failure);
  }
  return a.topRows(std::min(m, n)).triangularView<Eigen::Upper>();
}

}  // namespace hearsay::linalg
