import { Ellipsis, FileDown, GitBranch, MessageSquareText, PenLine, Share2, Swords } from 'lucide';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { navigate } from '../app/router';
import { Board } from '../board/board';
import { EvaluationBar } from '../engine/evaluationBar';
import { t } from '../i18n';
import { errorText } from '../i18n/errors';
import { spokenMove } from '../i18n/rules';
import { MoveNavigation } from '../moves/navigation';
import { useMoveKeys } from '../moves/useMoveKeys';
import type { Color, Move, Variant } from '../rules';
import { playMove } from '../sound';
import { IconButton } from '../ui/button';
import { Menu, type MenuItem } from '../ui/menu';
import { Tabs } from '../ui/tabs';
import { speak, toast } from '../ui/toast';
import { type AnalysisState, toAddress } from './address';
import { Annotations } from './annotations';
import { reviewArrows } from './arrows';
import { EnginePanel } from './enginePanel';
import { ExplorerPanel } from './explorerPanel';
import { followAddress } from './followAddress';
import { EvaluationGraph } from './graph';
import { ImportDialog } from './importDialog';
import { decodeText, importText, onlyTree } from './importText';
import { taggedName } from './playerNames';
import { createReview, type ReviewStore } from './review';
import { ReviewPanel } from './reviewPanel';
import { ShareDialog } from './shareDialog';
import { type AnalysisStore, createAnalysisStore, engineOn } from './store';
import { mayBeKnown } from './tablebase';
import { TablebasePanel } from './tablebasePanel';
import { isMainLine, positionAt, type Tree, withVariant } from './tree';
import { TreeView } from './treeView';
import './analysis.css';

/** Whether the review of the game is shown first, and started unless there has been one. */
export type ReviewStart = 'none' | 'open' | 'start';

interface Props {
  initial: AnalysisState;
  review: ReviewStart;
}

/** Opens another game or position. Back returns to the one before. */
function openTree(tree: Tree, remarks: readonly string[]): void {
  if (remarks.length > 0) toast(remarks.join(' '));
  navigate(toAddress({ tree, path: [], orientation: 'white' }));
}

export function AnalysisBoard({ initial, review: reviewStart }: Props) {
  const store = useMemo(() => createAnalysisStore(initial), [initial]);
  const review = useMemo(() => createReview(store.tree), [store]);
  const [tab, setTab] = useState<TabId>(reviewStart === 'none' ? 'engine' : 'review');
  const [dialog, setDialog] = useState<'import' | 'share'>();
  /** A text that was dropped or pasted and needs the dialog. */
  const [text, setText] = useState<string>();
  useEffect(() => followAddress(store.address), [store]);
  useEffect(() => store.dispose, [store]);
  useEffect(() => review.dispose, [review]);
  useEffect(() => {
    if (reviewStart === 'start' && !review.started.peek()) void review.start();
  }, [review]);

  const load = (content: string) => {
    const imported = importText(content, store.tree.peek().start.variant);
    const only = onlyTree(imported);
    if (only) {
      openTree(only, imported.remarks);
    } else {
      setText(content);
      setDialog('import');
    }
  };
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      if ((event.target as Element).closest('input, textarea, dialog')) return;
      const content = event.clipboardData?.getData('text/plain') ?? '';
      if (content.trim() !== '') load(content);
    };
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  });

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: files can also be opened with a button
    <div
      class={review.started.value ? 'analysis reviewed' : 'analysis'}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        const file = event.dataTransfer?.files[0];
        void file?.arrayBuffer().then((bytes) => load(decodeText(bytes)));
      }}
    >
      <h1 class="spoken">{t('title.analysis')}</h1>
      <BoardColumn store={store} review={review} showMistake={tab === 'review'} />
      <Panel
        store={store}
        review={review}
        tab={tab}
        onTab={setTab}
        onImport={() => {
          setText(undefined);
          setDialog('import');
        }}
        onShare={() => setDialog('share')}
      />
      {dialog === 'import' && (
        <ImportDialog
          variant={store.tree.value.start.variant}
          {...(text === undefined ? {} : { text })}
          onLoad={(tree, remarks) => {
            setDialog(undefined);
            openTree(tree, remarks);
          }}
          onClose={() => setDialog(undefined)}
        />
      )}
      {dialog === 'share' && <ShareDialog store={store} onClose={() => setDialog(undefined)} />}
    </div>
  );
}

interface BoardColumnProps {
  store: AnalysisStore;
  review: ReviewStore;
  /** Whether a mistake has the arrows of the review instead of those of the engine. */
  showMistake: boolean;
}

function BoardColumn({ store, review, showMistake }: BoardColumnProps) {
  const position = store.position.value;
  const orientation = store.orientation.value;
  const outcome = store.outcome.value;
  const path = store.path.value;
  const ply = isMainLine(path) ? path.length : undefined;
  const found = review.review.value;
  const reviewed = showMistake && ply ? found?.moves[ply - 1] : undefined;
  const mistake = reviewed?.judgement && !reviewed.wasBest ? reviewed : undefined;
  const shapes = mistake
    ? reviewArrows(positionAt(store.tree.value, path.slice(0, -1)), mistake)
    : store.arrows.value;
  const play = (move: Move) => {
    store.play(move);
    playMove(move);
    speak(spokenMove(move));
  };
  return (
    <div class="analysis-board">
      <div class={engineOn.value || outcome ? 'evaluation-place' : 'evaluation-place hidden'}>
        <EvaluationBar
          analysis={store.analysis.value}
          turn={position.turn}
          orientation={orientation}
          outcome={outcome}
        />
      </div>
      <Board
        label={t('analysis.board', { color: t(`color.the.${orientation}`) })}
        position={position}
        lastMove={store.lastMove.value}
        orientation={orientation}
        movable="both"
        shapes={shapes}
        userShapes={store.userShapes.value}
        onUserShapes={store.setUserShapes}
        onMove={play}
      />
      {found && (
        <EvaluationGraph
          review={found}
          ply={ply}
          onSelect={(ply) => store.goTo(Array<number>(ply).fill(0))}
        />
      )}
    </div>
  );
}

type TabId = 'engine' | 'explorer' | 'tablebase' | 'review';

interface PanelProps {
  store: AnalysisStore;
  review: ReviewStore;
  tab: TabId;
  onTab(tab: TabId): void;
  onImport(): void;
  onShare(): void;
}

function Panel({ store, review, tab: chosen, onTab, onImport, onShare }: PanelProps) {
  const [annotating, setAnnotating] = useState(false);
  const known = mayBeKnown(store.position.value);
  const tab = chosen === 'tablebase' && !known ? 'engine' : chosen;
  const tabs: TabId[] = [
    'engine',
    'explorer',
    ...(known ? (['tablebase'] as const) : []),
    'review',
  ];
  const keys = {
    back: store.back,
    forward: store.forward,
    start: store.toStart,
    end: store.toEnd,
    flip: store.flip,
  };
  useMoveKeys(keys);
  return (
    <aside class="analysis-panel" aria-label={t('title.analysis')}>
      <Tools store={store} onImport={onImport} onShare={onShare} />
      <Players tree={store.tree.value} />
      <Tabs
        label={t('title.analysis')}
        tabs={tabs.map((id) => ({ id, label: t(`analysis.tab.${id}`) }))}
        current={tab}
        onSelect={(id) => {
          onTab(id);
          // The arrow keys belong to the moves again.
          (document.activeElement as HTMLElement | null)?.blur();
        }}
      >
        {tab === 'engine' && <EnginePanel store={store} />}
        {tab === 'explorer' && <ExplorerPanel store={store} />}
        {tab === 'tablebase' && <TablebasePanel store={store} />}
        {tab === 'review' && <ReviewPanel store={store} reviewStore={review} />}
      </Tabs>
      <TreeView
        tree={store.tree.value}
        path={store.path.value}
        notes={review.notes.value}
        onSelect={store.goTo}
      />
      {annotating && <Annotations store={store} />}
      <div class="analysis-bar action-bar">
        <MoveNavigation
          {...keys}
          canBack={store.canBack.value}
          canForward={store.canForward.value}
        />
        <IconButton
          icon={MessageSquareText}
          label={t('analysis.annotate')}
          pressed={annotating}
          onClick={() => setAnnotating(!annotating)}
        />
        <Menu label={t('analysis.moveMenu')} icon={GitBranch} items={moveActions(store)} />
      </div>
    </aside>
  );
}

/** What can be done with the current move. */
function moveActions(store: AnalysisStore): MenuItem[] {
  const inVariation = store.inVariation.value;
  return [
    {
      label: t('analysis.promote'),
      disabled: !inVariation,
      onSelect: store.promote,
    },
    { label: t('analysis.makeMainLine'), disabled: !inVariation, onSelect: store.makeMainLine },
    { label: t('analysis.delete'), disabled: !store.canBack.value, onSelect: store.remove },
  ];
}

const VARIANTS: readonly Variant[] = ['selfcapture', 'chess', 'chess960'];

/** The variant, and what can be done with the whole analysis. */
function Tools({ store, onImport, onShare }: Pick<PanelProps, 'store' | 'onImport' | 'onShare'>) {
  const tree = store.tree.value;
  const { variant } = tree.start;
  const { fen } = store.position.value;
  const position = new URLSearchParams({ variant, fen });
  const change = (next: Variant) => {
    try {
      const [changed, path] = withVariant(tree, store.path.value, next);
      navigate(toAddress({ ...store.address.value, tree: changed, path }));
    } catch (error) {
      toast(errorText(error));
    }
  };
  return (
    <div class="analysis-tools">
      <select
        class="select"
        aria-label={t('analysis.variant')}
        value={variant}
        onChange={(event) => {
          const chosen = VARIANTS.find((name) => name === event.currentTarget.value);
          event.currentTarget.value = variant;
          event.currentTarget.blur();
          if (chosen && chosen !== variant) change(chosen);
        }}
      >
        {VARIANTS.map((name) => (
          <option key={name} value={name}>
            {t(`variant.${name}`)}
          </option>
        ))}
      </select>
      <IconButton icon={FileDown} label={t('analysis.import.heading')} onClick={onImport} />
      <IconButton icon={Share2} label={t('analysis.share.heading')} onClick={onShare} />
      <Menu
        label={t('analysis.positionMenu')}
        icon={Ellipsis}
        items={[
          { label: t('analysis.playFromHere'), icon: Swords, href: `/?${position}` },
          { label: t('analysis.editPosition'), icon: PenLine, href: `/editor?${position}` },
        ]}
      />
    </div>
  );
}

/** The players, the result and the event of an imported game. */
function Players({ tree }: { tree: Tree }) {
  const tag = (wanted: string) => tree.tags.find(([name]) => name === wanted)?.[1];
  if (!tag('White') && !tag('Black')) return null;
  const rated = (color: Color, elo: string | undefined) =>
    `${taggedName(tree, color)}${elo ? ` (${elo})` : ''}`;
  // The service writes its own name as the event of its games.
  const details = [tag('Event'), tag('Site'), tag('Date')].filter(
    (text) => text && text !== 'Ouro',
  );
  return (
    <div class="analysis-players">
      <p>
        <strong>{rated('white', tag('WhiteElo'))}</strong> –{' '}
        <strong>{rated('black', tag('BlackElo'))}</strong>
        {tree.result !== '*' && (
          <span class="result">{tree.result.replace('1/2-1/2', '½–½').replace('-', '–')}</span>
        )}
      </p>
      {details.length > 0 && <p class="details">{details.join(' · ')}</p>}
    </div>
  );
}
