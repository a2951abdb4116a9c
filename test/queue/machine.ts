/** The machine under the tests: what processes there are, small disks, and what proves who it is. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Processes of a group, which are those that descend from its head. From Linux's own list. */
export function groupOf(head: number): number[] {
  const found: number[] = [];
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      // After the command's name, which may hold blanks: state, parent, group.
      const [state, , group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      if (state !== 'Z' && Number(group) === head) found.push(Number(name));
    } catch {
      // It has ended meanwhile.
    }
  }
  return found;
}

const disks: string[] = [];

/** A file system of its own, of so many bytes; undefined (and why is printed) where this user cannot mount one. */
export function disk(size: string): string | undefined {
  const folder = mkdtempSync(path.join(tmpdir(), 'tabletop-disk-'));
  const { status, stderr, error } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder]);
  if (status === 0) {
    disks.push(folder);
    return folder;
  }
  rmSync(folder, { recursive: true, force: true });
  process.stdout.write(`skipped: cannot mount a small disk here (${error?.message ?? String(stderr).trim()})\n`);
  return undefined;
}

/** Unmounts what `disk` made. */
export function freeDisks(): void {
  for (const folder of disks.splice(0)) {
    spawnSync('umount', ['-l', folder]);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Files of a certificate for the loopback that vouches for itself; undefined (and why is printed) without openssl. */
export function certificate(folder: string): { certificate: string; key: string } | undefined {
  const files = { certificate: path.join(folder, 'certificate.pem'), key: path.join(folder, 'key.pem') };
  const { status, stderr, error } = spawnSync('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
    ...['-subj', '/CN=queue', '-addext', 'subjectAltName=IP:127.0.0.1'],
    ...['-out', files.certificate, '-keyout', files.key],
  ]);
  if (status === 0) return files;
  process.stdout.write(`skipped: openssl makes no certificate here (${error?.message ?? String(stderr).trim()})\n`);
  return undefined;
}
