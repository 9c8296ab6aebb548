import { useState } from 'preact/hooks';
import { answer, api } from '../api/client';
import { t } from '../i18n';
import { errorText } from '../i18n/errors';
import { Button } from '../ui/button';
import './login.css';

/** Asks for the token of a private server. The browser then keeps a session cookie. */
export function LoginPage() {
  const [token, setToken] = useState('');
  const [problem, setProblem] = useState('');
  const login = async (event: Event) => {
    event.preventDefault();
    try {
      await answer(api.POST('/api/v1/login', { body: { token } }));
      location.reload();
    } catch (error) {
      setProblem(errorText(error));
    }
  };
  return (
    <section class="page narrow">
      <h1>{t('login.heading')}</h1>
      <p>{t('login.text')}</p>
      <form class="panel login-form" onSubmit={login}>
        <label class="field">
          <span>{t('login.token')}</span>
          <input
            class="input"
            type="password"
            autocomplete="current-password"
            required
            value={token}
            onInput={(event) => setToken(event.currentTarget.value)}
          />
        </label>
        {problem && (
          <p class="problem" role="alert">
            {problem}
          </p>
        )}
        <Button type="submit" kind="primary">
          {t('login.submit')}
        </Button>
      </form>
    </section>
  );
}
