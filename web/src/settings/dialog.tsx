import { LANGUAGE_NAMES, LANGUAGES, t } from '../i18n';
import { Segmented, Select, Switch } from '../ui/choice';
import { Dialog } from '../ui/dialog';
import { pieceUrl } from '../ui/piece';
import {
  ANIMATIONS,
  animation,
  BOARD_THEMES,
  boardTheme,
  coordinates,
  displayName,
  ENGINE_KINDS,
  engineKind,
  language,
  MAX_NAME_LENGTH,
  NOTATIONS,
  notation,
  PIECE_SETS,
  pieceSet,
  sound,
  THEMES,
  theme,
} from './settings';
import './dialog.css';

/** The settings. Each takes effect at once. */
export function SettingsDialog({ onClose }: { onClose(): void }) {
  return (
    <Dialog title={t('settings.heading')} onClose={onClose}>
      <label class="field">
        <span>{t('settings.displayName')}</span>
        <input
          class="input"
          type="text"
          autocomplete="nickname"
          maxLength={MAX_NAME_LENGTH}
          placeholder={t('settings.displayNamePlaceholder')}
          value={displayName.value}
          onInput={(event) => {
            displayName.value = event.currentTarget.value;
          }}
        />
      </label>
      <Select
        label={t('settings.language')}
        value={language.value}
        options={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
        onChange={(value) => {
          language.value = value;
        }}
      />
      <Segmented
        label={t('settings.theme')}
        value={theme.value}
        options={THEMES.map((value) => ({ value, label: t(`settings.theme.${value}`) }))}
        onChange={(value) => {
          theme.value = value;
        }}
      />
      <BoardThemes />
      <PieceSets />
      <Switch
        label={t('settings.coordinates')}
        checked={coordinates.value}
        onChange={(checked) => {
          coordinates.value = checked;
        }}
      />
      <Switch
        label={t('settings.sound')}
        checked={sound.value}
        onChange={(checked) => {
          sound.value = checked;
        }}
      />
      <Select
        label={t('settings.notation')}
        value={notation.value}
        options={NOTATIONS.map((value) => ({ value, label: t(`settings.notation.${value}`) }))}
        onChange={(value) => {
          notation.value = value;
        }}
      />
      <Segmented
        label={t('settings.animation')}
        value={animation.value}
        options={ANIMATIONS.map((value) => ({ value, label: t(`settings.animation.${value}`) }))}
        onChange={(value) => {
          animation.value = value;
        }}
      />
      <div class="setting">
        <Segmented
          label={t('settings.engine')}
          value={engineKind.value}
          options={ENGINE_KINDS.map((value) => ({ value, label: t(`settings.engine.${value}`) }))}
          onChange={(value) => {
            engineKind.value = value;
          }}
        />
        <p class="muted hint">{t('settings.engineHint')}</p>
      </div>
    </Dialog>
  );
}

function BoardThemes() {
  return (
    <fieldset>
      <legend class="field-label">{t('settings.board')}</legend>
      <div class="swatches">
        {BOARD_THEMES.map((value) => (
          <label key={value} class="swatch" title={t(`settings.board.${value}`)}>
            <input
              type="radio"
              name="board-theme"
              aria-label={t(`settings.board.${value}`)}
              checked={boardTheme.value === value}
              onChange={() => {
                boardTheme.value = value;
              }}
            />
            <span class="swatch-board" data-board={value} />
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function PieceSets() {
  return (
    <fieldset>
      <legend class="field-label">{t('settings.pieces')}</legend>
      <div class="swatches">
        {PIECE_SETS.map((value) => (
          <label key={value} class="swatch" title={t(`settings.pieces.${value}`)}>
            <input
              type="radio"
              name="piece-set"
              aria-label={t(`settings.pieces.${value}`)}
              checked={pieceSet.value === value}
              onChange={() => {
                pieceSet.value = value;
              }}
            />
            <span class="swatch-pieces">
              <img src={pieceUrl('white', 'knight', value)} alt="" width="36" height="36" />
              <img src={pieceUrl('black', 'queen', value)} alt="" width="36" height="36" />
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
