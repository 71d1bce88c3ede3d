import { execFileSync } from 'node:child_process'

/** Takes all permissions of other users from a folder of data, as its files have that a server or a command made. */
export const makePrivate = (folder: string): void => void execFileSync('chmod', ['-R', 'go=', folder])
