# SPDX-License-Identifier: GPL-3.0-or-later
# The one place compiler flags live: link a target to hearsay_flags and it gets them.
option(HEARSAY_WERROR "treat warnings as errors" OFF)
option(HEARSAY_NATIVE "tune for the building machine (results may differ in the last bit)" OFF)
set(HEARSAY_SANITIZE "" CACHE STRING "sanitizers to build with, e.g. address,undefined")

add_library(hearsay_flags INTERFACE)
target_compile_features(hearsay_flags INTERFACE cxx_std_20)
target_compile_options(hearsay_flags INTERFACE
  -Wall -Wextra -Wpedantic -Wconversion $<$<NOT:$<BOOL:${CMAKE_UNITY_BUILD}>>:-Wshadow> -fno-fast-math -ffp-contract=off
  $<$<CXX_COMPILER_ID:GNU>:-Wno-missing-field-initializers>  # what a designated initializer leaves out has its default, and clang says nothing
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>  # GCC 12 warns about its own std::string: bug 105651
  $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>  # GCC 12 sees it in std::optional and Boost.Multiprecision; clang and its sanitizers judge ours
  $<$<AND:$<CXX_COMPILER_ID:GNU>,$<BOOL:${CMAKE_UNITY_BUILD}>>:-Wno-subobject-linkage>  # a source of a unity build is no header
  $<$<BOOL:${HEARSAY_WERROR}>:-Werror>
  $<$<BOOL:${HEARSAY_NATIVE}>:-march=native>)
if(HEARSAY_SANITIZE)
  target_compile_options(hearsay_flags INTERFACE -fsanitize=${HEARSAY_SANITIZE} -fno-omit-frame-pointer)
  target_link_options(hearsay_flags INTERFACE -fsanitize=${HEARSAY_SANITIZE})
  if(HEARSAY_SANITIZE MATCHES "thread")
    target_compile_definitions(hearsay_flags INTERFACE HEARSAY_PLAIN_THREADS)
  endif()
  if(HEARSAY_SANITIZE MATCHES "undefined")
    target_compile_options(hearsay_flags INTERFACE $<$<CXX_COMPILER_ID:Clang>:-fsanitize-ignorelist=${CMAKE_CURRENT_LIST_DIR}/sanitizer_ignore.txt>)
    target_compile_options(hearsay_flags INTERFACE -fno-sanitize-recover=undefined)  # else a test that meets it would pass
  endif()
endif()
