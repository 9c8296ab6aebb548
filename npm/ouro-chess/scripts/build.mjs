// Builds dist/ from the modules in build/ that `cargo xtask npm` has made: optimised modules, networks with a
// hash in their names, compiled TypeScript and the classic worker.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = new URL('../', import.meta.url);
const path = (relative) => fileURLToPath(new URL(relative, root));
const run = (program, ...args) =>
  execFileSync(path(`node_modules/.bin/${program}`), args, { cwd: path('.'), stdio: 'inherit' });

// What rustc uses for wasm32-unknown-unknown, and SIMD.
const FEATURES = [
  'bulk-memory',
  'multivalue',
  'mutable-globals',
  'nontrapping-float-to-int',
  'reference-types',
  'sign-ext',
  'simd',
];

rmSync(path('dist'), { recursive: true, force: true });
mkdirSync(path('dist/nets'), { recursive: true });
mkdirSync(path('dist/generated'), { recursive: true });
mkdirSync(path('src/generated'), { recursive: true });

for (const name of ['rules', 'engine']) {
  const enable = FEATURES.map((feature) => `--enable-${feature}`);
  run('wasm-opt', '-O3', ...enable, `build/${name}_bg.wasm`, '-o', `dist/${name}.wasm`);
  for (const extension of ['js', 'd.ts']) {
    copyFileSync(path(`build/${name}.${extension}`), path(`src/generated/${name}.${extension}`));
    copyFileSync(path(`build/${name}.${extension}`), path(`dist/generated/${name}.${extension}`));
  }
}

const networks = ['chess', 'selfcapture'].map((name) => {
  const bytes = readFileSync(path(`../../nets/${name}.nn`));
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 12);
  const file = `nets/${name}-${hash}.nn`;
  writeFileSync(path(`dist/${file}`), bytes);
  return { name, file };
});
// Bundlers find files only by a literal address.
const entries = networks.map(
  ({ name, file }) => `  ${name}: new URL('../${file}', import.meta.url),\n`,
);
writeFileSync(
  path('src/generated/networks.ts'),
  `/** The addresses of the networks. */\nexport const networks = {\n${entries.join('')}};\n`,
);

copyFileSync(path('../../LICENSE'), path('LICENSE'));
run('tsc');
// Last, because `cargo xtask` compares the time of this file with the sources.
await build({
  entryPoints: [path('src/classic.ts')],
  outfile: path('dist/ouro.js'),
  bundle: true,
  minify: true,
  format: 'iife',
  target: 'es2022',
  legalComments: 'none',
  // The script has no module address, and its networks are in a folder beside it.
  plugins: [
    {
      name: 'networks-beside-the-script',
      setup(builder) {
        builder.onLoad({ filter: /networks\.ts$/ }, () => {
          const fields = networks.map(
            ({ name, file }) => `${name}: new URL('./${file}', location.href)`,
          );
          return { contents: `export const networks = { ${fields.join(', ')} };`, loader: 'ts' };
        });
      },
    },
  ],
});
rmSync(path('dist/classic.js'));
rmSync(path('dist/classic.d.ts'));
