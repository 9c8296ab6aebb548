import { render } from 'preact';
import { beforeAll, expect, test, vi } from 'vitest';
import { loadLanguage } from '../src/i18n';
import { MoveList } from '../src/moves/moveList';

beforeAll(() => loadLanguage('en'));

test('the move list starts with dots if Black moves first, marks self-captures and selects plies', () => {
  const onSelect = vi.fn();
  const moves = [
    { san: 'Kxf7', selfCapture: true },
    { san: 'e4', selfCapture: false },
  ];
  const root = document.createElement('div');
  render(<MoveList moves={moves} current={1} firstPly={13} onSelect={onSelect} />, root);
  const texts = [...root.querySelectorAll('.number, .san-gap, .san')].map(
    (element) => element.firstChild?.textContent,
  );
  expect(texts).toEqual(['7', '…', 'Kxf7', '8', 'e4']);
  expect(root.querySelectorAll('.self-capture-mark')).toHaveLength(1);
  expect(root.querySelector('[aria-current]')?.textContent).toContain('Kxf7');
  root.querySelectorAll('button')[1]?.click();
  expect(onSelect).toHaveBeenCalledWith(2);
});
