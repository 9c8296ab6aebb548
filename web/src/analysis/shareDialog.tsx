import { Download, Film, Image as ImageIcon } from 'lucide';
import { useState } from 'preact/hooks';
import { t } from '../i18n';
import { Button } from '../ui/button';
import { CopyButton } from '../ui/copy';
import { Dialog } from '../ui/dialog';
import { ShareLink } from '../ui/shareLink';
import { toast } from '../ui/toast';
import { toAddress } from './address';
import { saveFile } from './export/save';
import { toPgn } from './pgn';
import type { AnalysisStore } from './store';
import { endOf, nodesOn } from './tree';
import './shareDialog.css';

/** The most positions of an animation. */
const MAX_FRAMES = 400;

/** The position and the game as texts, links and pictures. */
export function ShareDialog({ store, onClose }: { store: AnalysisStore; onClose(): void }) {
  const [busy, setBusy] = useState(false);
  const tree = store.tree.value;
  const position = store.position.value;
  const orientation = store.orientation.value;
  const pgn = toPgn(tree);
  const link = location.origin + toAddress(store.address.value);

  const save = async (name: string, make: () => Promise<Blob>) => {
    setBusy(true);
    try {
      saveFile(await make(), name);
    } catch {
      toast(t('analysis.share.failed'));
    }
    setBusy(false);
  };
  const savePng = () =>
    save('ouro.png', async () => {
      const { positionPng } = await import('./export/png');
      return positionPng({ position, lastMove: store.lastMove.value, orientation });
    });
  const saveGif = () =>
    save('ouro.gif', async () => {
      const { gameGif } = await import('./export/gif');
      const nodes = nodesOn(tree, endOf(tree, store.path.value)).slice(0, MAX_FRAMES);
      const start = { position: tree.start, lastMove: undefined, orientation };
      const after = nodes.map(({ position, move }) => ({ position, lastMove: move, orientation }));
      return gameGif([start, ...after]);
    });

  return (
    <Dialog title={t('analysis.share.heading')} onClose={onClose}>
      <div class="share">
        <label class="field">
          <span>FEN</span>
          <input class="input" readOnly value={position.fen} />
        </label>
        <label class="field">
          <span>PGN</span>
          <textarea class="input" rows={8} readOnly value={pgn} />
        </label>
        <div class="share-actions">
          <ShareLink
            title={t('title.analysis')}
            url={link}
            copyLabel={t('analysis.share.copyLink')}
          />
          <CopyButton text={position.fen} label={t('analysis.share.copyFen')} />
          <CopyButton text={pgn} label={t('analysis.share.copyPgn')} />
          <Button
            icon={Download}
            onClick={() =>
              saveFile(new Blob([pgn], { type: 'application/x-chess-pgn' }), 'ouro.pgn')
            }
          >
            {t('analysis.share.savePgn')}
          </Button>
          <Button icon={ImageIcon} disabled={busy} onClick={() => void savePng()}>
            {t('analysis.share.png')}
          </Button>
          <Button icon={Film} disabled={busy} onClick={() => void saveGif()}>
            {t('analysis.share.gif')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
