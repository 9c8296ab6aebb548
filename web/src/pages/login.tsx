import { useState } from 'preact/hooks';
import { answer, api, words } from '../api/client';
import { sentence } from '../ui/announce';

/** Asks for the token of the service. The browser then keeps a session cookie. */
export function LoginPage() {
  const [token, setToken] = useState('');
  const [problem, setProblem] = useState('');
  const login = (event: Event) => {
    event.preventDefault();
    answer(api.POST('/api/v1/login', { body: { token } }))
      .then(() => location.reload())
      .catch((error) => setProblem(sentence(words(error))));
  };
  return (
    <section class="text">
      <h1>Log in</h1>
      <form class="card new-game" onSubmit={login}>
        <label class="field">
          <span>Token of this server</span>
          <input
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
        <button type="submit" class="primary">
          Log in
        </button>
      </form>
    </section>
  );
}
