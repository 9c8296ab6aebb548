// The message catalogue: complete, used, translated, and the only place of texts.
import { readdirSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { preferredLanguage } from '../src/i18n';
import { de as baseDe } from '../src/i18n/de';
import { puzzlePages as puzzlesDe } from '../src/i18n/de/puzzlePages';
import { en as baseEn } from '../src/i18n/en';
import { puzzlePages as puzzlesEn } from '../src/i18n/en/puzzlePages';
import { es as baseEs } from '../src/i18n/es';
import { puzzlePages as puzzlesEs } from '../src/i18n/es/puzzlePages';
import { format, type Message, parameters } from '../src/i18n/format';

const en = { ...baseEn, ...puzzlesEn };
const de = { ...baseDe, ...puzzlesDe };
const es = { ...baseEs, ...puzzlesEs };
const CATALOGUES: Record<string, Record<string, Message>> = { en, de, es };
const KEYS = Object.keys(en);
const source = (path: string): string => readFileSync(path, 'utf8');
const code = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .map((path) => `src/${path}`)
  .filter((path) => /\.tsx?$/.test(path) && !/^src\/(i18n\/..|generated)\//.test(path));
const components = code.filter((path) => path.endsWith('.tsx'));

function parse(path: string): ts.SourceFile {
  return ts.createSourceFile(path, source(path), ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
}

function visit(node: ts.Node, found: (node: ts.Node) => void): void {
  found(node);
  ts.forEachChild(node, (child) => visit(child, found));
}

describe.each(['de', 'es'])('the translation %s', (language) => {
  const translation = CATALOGUES[language] ?? {};

  test('has exactly the keys of the English catalogue', () => {
    expect(Object.keys(translation).sort()).toEqual([...KEYS].sort());
  });

  test('has the parameters of each English message', () => {
    for (const key of KEYS) {
      const message = translation[key] ?? '';
      // A message may use another case of the same name: `{Color}` for `{color}`.
      const names = (text: Message) =>
        [...new Set(parameters(text).map((name) => name.toLowerCase()))].sort();
      expect([key, names(message)]).toEqual([key, names(en[key as keyof typeof en])]);
    }
  });

  test('differs from English, except for words that are the same', () => {
    const SAME = new Set([
      'Chess960',
      'Editor',
      'En passant',
      'Engine',
      'Initiative',
      'Zugzwang',
      'Variante',
      'Normal',
      'Server',
      'Browser',
      'Status',
      'Pause',
      'Token',
      'Ouro',
      'No',
    ]);
    const untranslated = KEYS.filter((key) => {
      const message = translation[key];
      const english: Message = en[key as keyof typeof en];
      if (typeof message !== 'string' || message !== english) return false;
      return /\p{L}{2}/u.test(message.replace(/\{\w+\}/g, '')) && !SAME.has(message);
    });
    expect(untranslated).toEqual([]);
  });
});

test('every message is used', () => {
  const literals = new Set<string>();
  const patterns: RegExp[] = [];
  for (const path of code) {
    visit(parse(path), (node) => {
      if (ts.isStringLiteralLike(node)) literals.add(node.text);
      if (!ts.isTemplateExpression(node) || !node.head.text) return;
      const parts = [node.head.text, ...node.templateSpans.map((span) => span.literal.text)];
      const text = parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
      if (/\w\\\.|\\\.\w/.test(text.join(''))) patterns.push(new RegExp(`^${text.join('\\w+')}$`));
    });
  }
  const used = (key: string) => literals.has(key) || patterns.some((pattern) => pattern.test(key));
  expect(KEYS.filter((key) => !used(key))).toEqual([]);
});

/** Attributes that people read or hear. */
const READ = new Set([
  'title',
  'alt',
  'placeholder',
  'label',
  'aria-label',
  'aria-valuetext',
  'aria-description',
]);
/** Names that are the same in every language. */
const NAMES = new Set(['Ouro', 'FEN', 'PGN', 'PNG', 'GIF']);

const isText = (text: string): boolean =>
  /\p{L}{2}/u.test(text) && !NAMES.has(text.trim()) && !KEYS.includes(text);

test.each(components)('%s has no text outside the catalogue', (path) => {
  const found: string[] = [];
  visit(parse(path), (node) => {
    if (ts.isJsxText(node) && isText(node.text)) found.push(node.text.trim());
    if (
      ts.isJsxAttribute(node) &&
      READ.has(node.name.getText()) &&
      node.initializer &&
      ts.isStringLiteral(node.initializer) &&
      isText(node.initializer.text)
    ) {
      found.push(node.initializer.text);
    }
    if (ts.isCallExpression(node) && /^(toast|speak|tell)$/.test(node.expression.getText())) {
      for (const argument of node.arguments) {
        if (ts.isStringLiteralLike(argument) && isText(argument.text)) found.push(argument.text);
      }
    }
    // Texts as conditions inside markup: `{done ? 'Copied' : 'Copy'}`.
    if (ts.isJsxExpression(node) && node.expression && !ts.isJsxAttribute(node.parent)) {
      const { expression } = node;
      const branches = ts.isConditionalExpression(expression)
        ? [expression.whenTrue, expression.whenFalse]
        : [expression];
      for (const branch of branches) {
        if (ts.isStringLiteralLike(branch) && isText(branch.text)) found.push(branch.text);
      }
    }
  });
  expect(found).toEqual([]);
});

test('plurals and parameters are filled in', () => {
  const message = { one: '{count} move', other: '{count} moves' };
  expect(format(message, { count: 1 }, 'en')).toBe('1 move');
  expect(format(message, { count: 2_500 }, 'en')).toBe('2,500 moves');
  expect(format('{name}: {count}', { name: 'a', count: 1_000_000 }, 'de')).toBe('a: 1.000.000');
  expect(format('{missing}', {}, 'en')).toBe('{missing}');
});

test('the language is the first supported one of the browser', () => {
  expect(preferredLanguage(['fr-FR', 'de-AT', 'en'])).toBe('de');
  expect(preferredLanguage(['es'])).toBe('es');
  expect(preferredLanguage(['ja'])).toBe('en');
  expect(preferredLanguage([])).toBe('en');
});
