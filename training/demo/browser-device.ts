/** Where a page computes gradient steps: a graphics card through WebGPU, else this thread in WebAssembly. */
import { Device, NoDevice, tryDevice } from '../../agents/network/engines/device.js';
import type { Ort } from '../../agents/network/engines/onnx.js';
import type { Computing } from './protocol.js';

/** WebGPU as a worker has it (`navigator.gpu`). */
export interface Gpu {
  requestAdapter(): Promise<object | null>;
}

/** What a browser tells of a graphics adapter; any of it may be empty. */
interface AdapterInfo {
  vendor: string;
  architecture: string;
  device: string;
  description: string;
}

/**
 * WebGPU if a small model runs on it, else WebAssembly.
 * @param ort ONNX Runtime for browsers, with both
 * @param gpu undefined where the browser has no WebGPU, or not on this page
 */
export async function browserDevice(ort: Ort, gpu: Gpu | undefined): Promise<{ device: Device; computing: Computing }> {
  ort.env.logLevel = 'error';
  // More need shared memory, which a page has only if its host says so.
  ort.env.wasm.numThreads = 1;
  const instead = (why: string) => ({
    device: new Device(ort, 'cpu'),
    computing: { by: 'WebAssembly', about: why } as const,
  });
  if (!gpu) return instead('this browser offers no WebGPU on this page');
  if (!(await gpu.requestAdapter())) return instead('this browser has WebGPU, but no graphics card for it');
  try {
    const device = await tryDevice(ort, 'Start anew begins again');
    // It opened one for that, which says where it is.
    const { adapterInfo } = (await ort.env.webgpu.device) as unknown as { adapterInfo?: AdapterInfo };
    return { device, computing: { by: 'WebGPU', about: nameOf(adapterInfo) } };
  } catch (error) {
    if (error instanceof NoDevice) return instead(`there is no graphics card ${error.why}`);
    throw error;
  }
}

/** `nvidia ampere`: browsers tell no more, so that nobody is recognised by it. */
function nameOf(info?: AdapterInfo): string {
  const parts = info ? [info.description || info.vendor, info.description ? '' : info.architecture, info.device] : [];
  return parts.filter(Boolean).join(' ') || 'an adapter without a name';
}
