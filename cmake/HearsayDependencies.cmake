# SPDX-License-Identifier: GPL-3.0-or-later
# What hearsay links. Included by its own build and, installed, by hearsay-config.cmake: so the installed package names libraries, not
# places, and finds them where it is used.
include(CMakeFindDependencyMacro)
macro(hearsay_package)
  if(CMAKE_FIND_PACKAGE_NAME)
    find_dependency(${ARGV})
  else()
    find_package(${ARGV} REQUIRED)
  endif()
endmacro()
hearsay_package(Boost 1.74)
hearsay_package(Eigen3 3.4 NO_MODULE)
hearsay_package(fmt)
hearsay_package(nlohmann_json)
hearsay_package(TBB)

# hearsay_library(NAME FILE...): the imported target hearsay::NAME, for a library that has no CMake package or one that asks for more than it needs.
# Debian's package of igraph asks for every dependency's development files; the shared library itself needs none.
function(hearsay_library name)
  if(TARGET hearsay::${name})
    return()
  endif()
  find_library(HEARSAY_${name}_LIBRARY NAMES ${ARGN} REQUIRED)
  mark_as_advanced(HEARSAY_${name}_LIBRARY)
  add_library(hearsay::${name} UNKNOWN IMPORTED)
  set_target_properties(hearsay::${name} PROPERTIES IMPORTED_LOCATION "${HEARSAY_${name}_LIBRARY}")
endfunction()
hearsay_library(igraph igraph)
hearsay_library(fftw3 fftw3)
hearsay_library(openblas openblas)
hearsay_library(arb flint-arb arb)
hearsay_library(flint flint)
hearsay_library(zlib z)
hearsay_library(xml2 xml2)
hearsay_library(gmp gmp)  # public headers use its numbers

# Random123 is headers only, and public headers of hearsay include it.
find_path(RANDOM123_INCLUDE_DIR Random123/philox.h REQUIRED)
mark_as_advanced(RANDOM123_INCLUDE_DIR)
if(NOT TARGET hearsay::random123)
  add_library(hearsay::random123 INTERFACE IMPORTED)
  target_include_directories(hearsay::random123 SYSTEM INTERFACE ${RANDOM123_INCLUDE_DIR})
endif()
