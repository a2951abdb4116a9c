import process from 'node:process';
import { fileURLToPath } from 'node:url';

/** Where `setup.ts` puts the Python environment. */
export const environment = fileURLToPath(new URL('.venv', import.meta.url));
export const environmentPython = `${environment}/${process.platform === 'win32' ? 'Scripts/python.exe' : 'bin/python'}`;
