/**
 * A thread that synchronous code waits for. Agents answer synchronously; programs, and libraries such as ONNX Runtime, do
 * not. So a thread talks with them while the one that asks sleeps.
 */
import {
  MessageChannel,
  type MessagePort,
  parentPort,
  receiveMessageOnPort,
  type Worker,
  workerData,
} from 'node:worker_threads';
import { startThread } from '../../env/thread.js';

/** The thread keeps the time; only if it has died is there no answer so long (ms) after that. */
const LOST = 10_000;

/** What the thread is given beside its own data. */
interface Start<D> {
  data: D;
  /** One 32-bit number: how many replies were sent. */
  replies: SharedArrayBuffer;
}

/** The side that asks. It keeps no process alive, and ends with its thread. */
export class BlockingThread<Order, Reply> {
  private readonly replies = new Int32Array(new SharedArrayBuffer(4));
  private readonly port: MessagePort;
  // Kept: a thread that nobody holds may be collected.
  private readonly worker: Worker;

  private constructor(module: URL, data: unknown) {
    const { port1, port2 } = new MessageChannel();
    const start: Start<unknown> = { data, replies: this.replies.buffer as SharedArrayBuffer };
    this.port = port1;
    this.worker = startThread(module, start);
    this.worker.postMessage(port2, [port2]);
  }

  /**
   * Starts a thread and waits for its first reply, which it sends when it is ready.
   * @param module as for `Thread`; it calls `answerOrders`
   * @param data plain data and shared memory for it
   */
  static async open<Order, Reply>(module: URL, data: unknown): Promise<[BlockingThread<Order, Reply>, Reply]> {
    const thread = new BlockingThread<Order, Reply>(module, data);
    // Its modules may need this thread to load: until it is ready we must not sleep.
    const first = await new Promise<Reply>((resolve, reject) => {
      thread.port.once('message', resolve);
      thread.worker.once('error', reject);
    });
    thread.port.unref();
    thread.worker.unref();
    return [thread, first];
  }

  /** Says something that is not answered. */
  tell(order: Order): void {
    this.port.postMessage(order);
  }

  /** Says something and sleeps until it is answered. @param ms how long that may take */
  ask(order: Order, ms: number): Reply {
    this.tell(order);
    const until = performance.now() + ms + LOST;
    for (;;) {
      const seen = Atomics.load(this.replies, 0);
      const received = receiveMessageOnPort(this.port);
      if (received) return received.message as Reply;
      const left = until - performance.now();
      if (left <= 0) throw new Error('a thread that was waited for does not answer');
      Atomics.wait(this.replies, 0, seen, left);
    }
  }
}

/**
 * The side that answers. To be called once, by the thread's own module.
 * @param make makes what takes the orders; `reply` is to be called once when it is ready, then once for each question
 */
export function answerOrders<D, Order, Reply>(
  make: (data: D, reply: (reply: Reply) => void) => (order: Order) => void,
) {
  const { data, replies } = workerData as Start<D>;
  const count = new Int32Array(replies);
  parentPort!.once('message', (port: MessagePort) => {
    const take = make(data, (reply) => {
      port.postMessage(reply);
      Atomics.add(count, 0, 1);
      Atomics.notify(count, 0);
    });
    port.on('message', take);
  });
}
