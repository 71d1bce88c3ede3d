/**
 * Tells the server that a token is to work no more, also when the page goes away meanwhile. Not through `call`: that the token
 * works no more already is no news, and the shell of every page, a visitor's too, has this in it.
 */
export async function endSession(token: string): Promise<void> {
  const { api = '/api/v1' } = document.documentElement.dataset
  const headers = { authorization: `Bearer ${token}` }
  await fetch(`${api}/user/logout`, { method: 'POST', headers, keepalive: true }).catch(() => {})
}
