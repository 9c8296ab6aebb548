// Modules of Node.js, without imports that bundlers and browsers would follow.

/** Returns a module of Node.js, or `undefined` in a browser. No bundler follows it. */
export function nodeModule<K extends keyof NodeModules>(name: K): NodeModules[K] | undefined {
  const process = (globalThis as { process?: { getBuiltinModule?: (id: string) => unknown } })
    .process;
  return process?.getBuiltinModule?.(`node:${name}`) as NodeModules[K] | undefined;
}

interface NodeModules {
  'fs/promises': typeof import('node:fs/promises');
  worker_threads: typeof import('node:worker_threads');
}
