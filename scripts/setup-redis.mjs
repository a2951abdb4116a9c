#!/usr/bin/env node
// Installs Debian's Redis for the tests of the queue, which start servers of their own. The package may start a service
// too: it listens on the loopback alone, and nothing here uses it.
import { installDebianPackage } from './debian-package.mjs';

installDebianPackage('setup-redis', '/usr/bin/redis-server', 'redis-server', 'Redis');
