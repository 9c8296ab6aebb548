import { answer, api, type VariantName, words } from '../api/client';
import { sentence, tell } from './announce';

/** Says in the service's words why a move cannot be played. */
export async function why(
  line: { variant: VariantName; fen: string | null; moves: string[] },
  from: string,
  to: string,
): Promise<void> {
  try {
    const body = { ...line, move: from + to };
    const { reason } = await answer(api.POST('/api/v1/why-illegal', { body }));
    if (reason) tell(sentence(reason.message));
  } catch (error) {
    tell(sentence(words(error)));
  }
}
