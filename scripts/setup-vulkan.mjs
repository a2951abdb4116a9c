#!/usr/bin/env node
// Installs Debian's loader of Vulkan, for the tests of learning on graphics cards. The card is SwiftShader, which
// computes on the processor and comes with Debian's Chromium (setup:browser).
import { installDebianPackage } from './debian-package.mjs';

installDebianPackage('setup-vulkan', '/usr/lib/x86_64-linux-gnu/libvulkan.so.1', 'libvulkan1', 'the Vulkan loader');
