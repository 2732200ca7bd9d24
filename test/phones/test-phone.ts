import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import { projectRoot } from '../../db/root.ts';
import { javaFiles } from '../../scripts/apk/compile.ts';
import { whyNoPackages } from '../../scripts/apk/fetch-packages.ts';
import { findJdk } from '../../scripts/apk/tools.ts';
import { run } from '../../scripts/embedded/run.ts';
import { CommandError } from '../../scripts/shared/command-error.ts';

/** The server's name in these tests; only the JVM's own list of hosts knows it. */
export const HOST = 'wasl.example.qa';
const ANSWER_TIMEOUT_MS = 30_000;

/** Why this machine cannot run the apps' code; null if it can. */
export async function whyNoPhone(): Promise<string | null> {
  const why = whyNoPackages();
  if (why !== null) return why;
  try {
    await findJdk(() => undefined);
    return null;
  } catch (error) {
    if (error instanceof CommandError) return error.message;
    throw error;
  }
}

/** Compiles the apps' code that is free of Android, and the program that commands it. Returns the class path. */
export async function compileTestPhone(folder: string): Promise<{ java: string; classes: string }> {
  const jdk = await findJdk(() => undefined);
  const classes = path.join(folder, 'classes');
  mkdirSync(classes, { recursive: true });
  const core = javaFiles(path.join(projectRoot, 'consoles/phones/java/qa/wasl/phone/core'));
  const program = path.join(projectRoot, 'test/phones/java/TestPhone.java');
  const args = ['--release', '8', '-encoding', 'UTF-8', '-Xlint:-options', '-d', classes, ...core, program];
  const done = await run(path.join(jdk, 'javac'), args, { limitMs: 60_000 });
  if (!done.ok) throw new Error(done.output);
  return { java: path.join(jdk, 'java'), classes };
}

/** A phone's process, which may be killed and started again with the same files. */
export class TestPhone {
  readonly #process: ChildProcessWithoutNullStreams;
  readonly #lines: Interface;
  readonly #waiting: ((line: string) => void)[] = [];
  #errors = '';

  constructor({ java, classes }: { java: string; classes: string }, folder: string) {
    const hosts = path.join(folder, 'hosts');
    // Another name of the same server, for a certificate that is not for it.
    writeFileSync(hosts, `127.0.0.1 ${HOST}\n127.0.0.1 other.example.qa\n`);
    const settings = [
      `-Djdk.net.hosts.file=${hosts}`,
      // Arabic, which may have digits of its own; and no repetition that the app does not know of.
      ...['-Duser.language=ar', '-Duser.country=QA', '-Dsun.net.http.retryPost=false'],
    ];
    this.#process = spawn(java, [...settings, '-XX:TieredStopAtLevel=1', '-cp', classes, 'TestPhone']);
    this.#process.stderr.on('data', (chunk: Buffer) => {
      this.#errors += chunk.toString();
    });
    this.#lines = createInterface({ input: this.#process.stdout });
    this.#lines.on('line', (line) => this.#waiting.shift()?.(line));
  }

  /** Gives a command and returns the answer. */
  async ask<Answer = { error?: string }>(...words: (string | number)[]): Promise<Answer> {
    const line = await new Promise<string>((resolve, reject) => {
      const late = () => reject(new Error(`no answer to "${words.join(' ')}": ${this.#errors}`));
      const timer = setTimeout(late, ANSWER_TIMEOUT_MS);
      this.#waiting.push((answer) => {
        clearTimeout(timer);
        resolve(answer);
      });
      this.#process.stdin.write(`${words.join(' ')}\n`);
    });
    return JSON.parse(line) as Answer;
  }

  /** As Android ends a process: at once, in the middle of anything. */
  async kill(): Promise<void> {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return;
    const ended = new Promise((resolve) => this.#process.once('close', resolve));
    this.#process.kill('SIGKILL');
    await ended;
    this.#lines.close();
  }
}
