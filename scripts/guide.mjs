/**
 * The guide and the API reference as one site of static files, by TypeDoc: the Markdown pages of this project, called by their
 * headings and in groups, beside the modules of the package.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Application, Converter, JSX, LogLevel, RendererEvent } from 'typedoc';

const root = fileURLToPath(new URL('..', import.meta.url)).replace(/[/\\]$/, '');
const groups = [
  { name: 'Guide', files: /^(docs|python)\/|^CHANGELOG/ },
  { name: 'Rules of the games', files: /^games\// },
  { name: 'Work on the project', files: /^CONTRIBUTING|^bench\/.*README/ },
  { name: 'Measurements', files: /^bench\// },
];

/** Names under which the package's modules are imported, by their sources. */
const { exports } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
const modules = new Map(
  Object.entries(exports)
    .filter(([, { types }]) => types?.endsWith('/public.d.ts'))
    .map(([name, { types }]) => [
      types.slice('./dist/'.length, -'.d.ts'.length),
      path.posix.join('tabletop-gym', name),
    ]),
);

/**
 * @param out folder to write, emptied first; what its pages link to besides is to be put there: `games/index.html`,
 *   `games/icon.svg`, `train/index.html`
 * @returns what was wrong, one line each; and by Markdown file of this project, the page that it became
 */
export async function makeGuide(out) {
  const wrong = [];
  const app = await Application.bootstrapWithPlugins({
    options: root,
    out,
    readme: path.join(root, 'README.md'),
    projectDocuments: [
      ...['docs/*.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'python/README.md', 'games/*/README.md', 'bench/**/*.md'],
    ].map((files) => path.join(root, files)),
    exclude: ['**/node_modules/**', '**/.venv/**'],
    customCss: path.join(root, 'scripts/guide.css'),
    highlightLanguages: ['ts', 'tsx', 'js', 'json', 'html', 'bash', 'python', 'yaml'],
    navigation: { includeGroups: true, includeFolders: true, excludeReferences: false },
    groupOrder: [...groups.map(({ name }) => name), 'Modules', '*'],
    sort: ['documents-first', 'source-order'],
    logLevel: LogLevel.Warn,
    // `npm run check` does that.
    skipErrorChecking: true,
  });
  app.logger.log = (message, level) => {
    if (level >= LogLevel.Warn) wrong.push(message);
  };
  app.converter.on(Converter.EVENT_CREATE_DOCUMENT, (_, document) => {
    const file = document.project.files.getReflectionPath(document);
    const name = path.relative(root, file).replaceAll('\\', '/');
    document.name = /^# (.*)$/m.exec(readFileSync(file, 'utf8'))?.[1] ?? name;
    document.frontmatter.group = groups.find(({ files }) => files.test(name)).name;
  });
  app.converter.on(Converter.EVENT_CREATE_DECLARATION, (_, declaration) => {
    declaration.name = modules.get(declaration.name) ?? declaration.name;
  });
  const pages = new Map();
  app.renderer.on(RendererEvent.BEGIN, ({ pages: all, project }) => {
    for (const { model, url } of all) {
      const file = model.isReflection?.() === false ? undefined : project.files.getReflectionPath(model);
      if (file?.endsWith('.md')) pages.set(path.relative(root, file).replaceAll('\\', '/'), url);
    }
  });
  const link = (context, name) => context.relativeURL(name);
  app.renderer.hooks.on('head.end', (context) =>
    JSX.createElement('link', { rel: 'icon', type: 'image/svg+xml', href: link(context, 'games/icon.svg') }),
  );
  app.renderer.hooks.on('sidebar.begin', (context) =>
    JSX.createElement(
      'p',
      { class: 'to-games' },
      JSX.createElement('a', { href: link(context, 'games/index.html') }, 'Play the games'),
      JSX.createElement('br'),
      JSX.createElement('a', { href: link(context, 'train/index.html') }, 'A browser learns a game'),
    ),
  );
  const project = await app.convert();
  if (!project) return { wrong, pages };
  app.validate(project);
  await app.generateDocs(project, out);
  return { wrong, pages };
}
