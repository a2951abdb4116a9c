#!/usr/bin/env node
// Installs Debian's Chromium for the browser test.
import { installDebianPackage } from './debian-package.mjs';

installDebianPackage('setup-browser', '/usr/bin/chromium', 'chromium', 'Chromium');
