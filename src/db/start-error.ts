/** Something outside the program keeps the server from starting; the message is for the person who starts it. */
export class StartError extends Error {
  override name = 'StartError'
}
