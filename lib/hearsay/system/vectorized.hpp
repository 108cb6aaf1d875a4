// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// HEARSAY_VECTORIZED before a function: compiled for several instruction sets, chosen when the program starts.
// Contraction is off, so that arithmetic lane by lane gives the same bits with each. Sanitizers cannot run the chooser.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__) && \
    !defined(__SANITIZE_THREAD__)
#define HEARSAY_VECTORIZED __attribute__((target_clones("avx512f", "avx2", "default")))
#else
#define HEARSAY_VECTORIZED
#endif
