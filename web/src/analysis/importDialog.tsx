import { FolderOpen } from 'lucide';
import { useState } from 'preact/hooks';
import { t } from '../i18n';
import type { Variant } from '../rules';
import { Button } from '../ui/button';
import { Select } from '../ui/choice';
import { Dialog } from '../ui/dialog';
import { Icon } from '../ui/icon';
import { decodeText, gameName, type Imported, importText, onlyTree } from './importText';
import type { Tree } from './tree';
import './importDialog.css';

interface Props {
  variant: Variant;
  /** A text that was dropped or pasted on the page and could not be loaded at once. */
  text?: string;
  /** Opens a game or position. The remarks are those that are not on the screen yet. */
  onLoad(tree: Tree, remarks: readonly string[]): void;
  onClose(): void;
}

const VARIANTS: readonly Variant[] = ['selfcapture', 'chess', 'chess960'];

/** Loads a position or a game by paste, file or drop. */
export function ImportDialog({ variant: current, text: given = '', onLoad, onClose }: Props) {
  const [text, setText] = useState(given);
  const [variant, setVariant] = useState<Variant>(current);
  const [imported, setImported] = useState<Imported | undefined>(() =>
    given ? importText(given, current) : undefined,
  );
  const read = (input: string) => {
    const found = importText(input, variant);
    setImported(found);
    const only = onlyTree(found);
    if (only) onLoad(only, found.remarks);
  };
  const open = async (file: File | undefined) => {
    if (!file) return;
    const content = decodeText(await file.arrayBuffer());
    setText(content);
    read(content);
  };
  return (
    <Dialog title={t('analysis.import.heading')} onClose={onClose}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: files can also be chosen with the button */}
      <div
        class="import"
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          event.stopPropagation();
          void open(event.dataTransfer?.files[0]);
        }}
      >
        <label class="field">
          <span>{t('analysis.import.text')}</span>
          <textarea
            class="input"
            rows={8}
            spellcheck={false}
            value={text}
            onInput={(event) => setText(event.currentTarget.value)}
          />
        </label>
        <Select
          label={t('analysis.import.variant')}
          value={variant}
          options={VARIANTS.map((value) => ({ value, label: t(`variant.${value}`) }))}
          onChange={(value) => setVariant(value)}
        />
        <p class="import-hint">{t('analysis.import.pgnVariant')}</p>
        {imported && <Remarks imported={imported} onLoad={(tree) => onLoad(tree, [])} />}
        <div class="button-row">
          <Button kind="primary" disabled={text.trim() === ''} onClick={() => read(text)}>
            {t('analysis.import.load')}
          </Button>
          <label class="button">
            <Icon of={FolderOpen} />
            {t('analysis.import.file')}
            <input
              type="file"
              class="spoken"
              accept=".pgn,.fen,.epd,.txt"
              onChange={(event) => void open(event.currentTarget.files?.[0])}
            />
          </label>
        </div>
      </div>
    </Dialog>
  );
}

/** What was wrong with a text, and the games in it. */
function Remarks({ imported, onLoad }: { imported: Imported; onLoad(tree: Tree): void }) {
  const { trees, remarks } = imported;
  return (
    <>
      {remarks.length > 0 && (
        <ul class="import-remarks" role="alert">
          {remarks.map((remark, i) => (
            <li key={i}>{remark}</li>
          ))}
        </ul>
      )}
      {trees.length > 0 && (
        <ul class="import-games" aria-label={t('analysis.import.games')}>
          {trees.map((tree, i) => (
            <li key={i}>
              <button type="button" class="menu-item" onClick={() => onLoad(tree)}>
                <span class="number">{i + 1}</span>
                {gameName(tree)}
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
