/** A network that can fail: passes connections of the loopback on to a port, until it is told otherwise. */
import { connect, createServer, type Server, type Socket } from 'node:net';

export class Network {
  private readonly sockets = new Set<Socket>();
  private server: Server | undefined;
  private held = false;

  private constructor(
    private readonly target: number,
    public port: number,
  ) {}

  /** @param target port of the loopback that connections are passed on to */
  static async start(target: number): Promise<Network> {
    const network = new Network(target, 0);
    await network.accept();
    return network;
  }

  /** Every connection breaks, with a reset as from a machine that went down; new ones are accepted. */
  cut(): void {
    for (const socket of this.sockets) socket.resetAndDestroy();
  }

  /** Breaks all connections and refuses new ones, until `accept`. */
  async refuse(): Promise<void> {
    const { server } = this;
    this.server = undefined;
    const closed = server && new Promise((done) => server.close(done));
    this.cut();
    await closed;
  }

  /** Takes connections again, on the same port. */
  async accept(): Promise<void> {
    if (this.server) return;
    const server = createServer((socket) => this.pass(socket));
    this.server = server;
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(this.port, '127.0.0.1', resolve);
    });
    this.port = (server.address() as { port: number }).port;
  }

  /** Connections stay, and nothing comes through any of them: a cable that was pulled out. */
  hold(): void {
    this.held = true;
    for (const socket of this.sockets) socket.pause();
  }

  /** What was held comes through. */
  release(): void {
    this.held = false;
    for (const socket of this.sockets) socket.resume();
  }

  async stop(): Promise<void> {
    this.release();
    await this.refuse();
  }

  private pass(near: Socket): void {
    const far = connect(this.target, '127.0.0.1');
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      this.sockets.add(from);
      from.setNoDelay(true);
      from.on('data', (bytes) => to.write(bytes));
      // One half that ends or breaks takes the other with it.
      from.on('error', () => {});
      from.on('end', () => to.end());
      from.on('close', () => {
        this.sockets.delete(from);
        to.destroy();
      });
      if (this.held) from.pause();
    }
  }
}
