// Invitations that were created in this browser. The server does not show them again.

const keyOf = (id: string) => `ouro.invitation.${id}`;

/** Keeps the invitation to a game until the browser forgets it. */
export function rememberInvitation(id: string, invitation: string): void {
  try {
    localStorage.setItem(keyOf(id), invitation);
  } catch {
    // Without storage, the link is shown until the page is left.
  }
}

/** Returns the invitation to a game, if it was created in this browser. */
export function invitationOf(id: string): string | null {
  try {
    return localStorage.getItem(keyOf(id));
  } catch {
    return null;
  }
}

/** Forgets an invitation that was accepted. */
export function forgetInvitation(id: string): void {
  try {
    localStorage.removeItem(keyOf(id));
  } catch {
    // Nothing was stored.
  }
}
