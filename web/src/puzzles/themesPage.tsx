import { number, t } from '../i18n';
import { Failure } from '../ui/failure';
import { useLoaded } from '../ui/useLoaded';
import { loadThemeCounts } from './service';
import { GROUPS, isSelfCaptureTheme, THEME_GROUPS, themeDescription, themeName } from './themes';
import './themesPage.css';

/** All themes with their descriptions and the number of their puzzles. */
export function ThemesPage() {
  const { value: counts, problem, reload } = useLoaded(loadThemeCounts);
  return (
    <section class="page theme-page">
      <div class="page-head">
        <h1>{t('title.puzzleThemes')}</h1>
        <a class="button" href="/puzzles">
          {t('puzzles.allThemes')}
        </a>
      </div>
      {problem !== undefined && <Failure error={problem} onRetry={reload} />}
      {GROUPS.map((group) => (
        <section key={group} class="theme-group">
          <h2>{t(`puzzleGroup.${group}`)}</h2>
          <ul>
            {THEME_GROUPS[group].map((code) => (
              <Theme key={code} code={code} count={counts && (counts.get(code) ?? 0)} />
            ))}
          </ul>
        </section>
      ))}
    </section>
  );
}

/** A theme with its puzzles; without a link if there are none. */
function Theme({ code, count }: { code: string; count: number | undefined }) {
  const content = (
    <>
      <strong>{themeName(code)}</strong>
      <span class="numeric muted theme-count">{count === undefined ? '' : number(count)}</span>
      <span class="theme-text">{themeDescription(code)}</span>
    </>
  );
  const name = isSelfCaptureTheme(code) ? 'theme self-capture' : 'theme';
  return (
    <li>
      {count === 0 ? (
        <span class={`${name} empty`}>{content}</span>
      ) : (
        <a class={name} href={`/puzzles?theme=${code}`}>
          {content}
        </a>
      )}
    </li>
  );
}
