# SPDX-License-Identifier: GPL-3.0-or-later
# What `cmake --install` writes besides the program: the CMake package with the targets hearsay::hearsay and hearsay::audit.
include(CMakePackageConfigHelpers)
set(HEARSAY_PACKAGE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/hearsay)
set(HEARSAY_AUDIT_INCLUDE_DIR ${CMAKE_INSTALL_INCLUDEDIR}/hearsay/audit)

# The component hearsay::audit: the bounds of `hearsay refute`, the kit, generators and oracles of the checks, the attacks, the catalogue's checks, and the questions
# that the program asks (api).
function(hearsay_install_audit)
  add_library(hearsay_audit INTERFACE)
  add_library(hearsay::audit ALIAS hearsay_audit)
  target_link_libraries(hearsay_audit INTERFACE hearsay_props hearsay_empirical hearsay_api)
  target_include_directories(hearsay_audit INTERFACE $<INSTALL_INTERFACE:${HEARSAY_AUDIT_INCLUDE_DIR}>)
  set_target_properties(hearsay_audit PROPERTIES EXPORT_NAME audit)
  install(TARGETS hearsay_audit hearsay_props hearsay_empirical hearsay_attack hearsay_api hearsay_controls EXPORT hearsay-audit-targets COMPONENT audit)
  install(EXPORT hearsay-audit-targets NAMESPACE hearsay:: DESTINATION ${HEARSAY_PACKAGE_DIR} COMPONENT audit)
  foreach(folder props/bound props/kit props/gen props/oracle empirical/attack)
    cmake_path(GET folder PARENT_PATH parent)
    install(DIRECTORY ${PROJECT_SOURCE_DIR}/${folder} DESTINATION ${HEARSAY_AUDIT_INCLUDE_DIR}/${parent} COMPONENT audit
      FILES_MATCHING PATTERN "*.hpp" PATTERN "detail" EXCLUDE)
  endforeach()
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/api DESTINATION ${HEARSAY_AUDIT_INCLUDE_DIR} COMPONENT audit FILES_MATCHING PATTERN "*.hpp" PATTERN "page" EXCLUDE)
  foreach(folder props empirical)
    install(FILES ${PROJECT_SOURCE_DIR}/${folder}/checks.hpp DESTINATION ${HEARSAY_AUDIT_INCLUDE_DIR}/${folder} COMPONENT audit)
  endforeach()
endfunction()

function(hearsay_install_package)
  configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/hearsay-config.cmake.in
    ${PROJECT_BINARY_DIR}/hearsay-config.cmake INSTALL_DESTINATION ${HEARSAY_PACKAGE_DIR})
  write_basic_package_version_file(${PROJECT_BINARY_DIR}/hearsay-config-version.cmake COMPATIBILITY SameMinorVersion)
  install(EXPORT hearsay-targets NAMESPACE hearsay:: DESTINATION ${HEARSAY_PACKAGE_DIR} COMPONENT development)
  install(FILES ${PROJECT_BINARY_DIR}/hearsay-config.cmake ${PROJECT_BINARY_DIR}/hearsay-config-version.cmake
    ${PROJECT_SOURCE_DIR}/cmake/HearsayDependencies.cmake DESTINATION ${HEARSAY_PACKAGE_DIR} COMPONENT development)
endfunction()
