# SPDX-License-Identifier: GPL-3.0-or-later
# hearsay_for_python(TARGET): a static library that is linked into the Python module, where that is built. Hidden symbols keep position-independent code free of
# cost: calls inside the library stay direct. What clang makes by default can be linked already, if symbols are bound inside (python/CMakeLists.txt).
function(hearsay_for_python target)
  if(HEARSAY_PYTHON AND NOT CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
  endif()
endfunction()
