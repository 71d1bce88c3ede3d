// @ts-check
// Errors of the operating system on files and folders, in words for the person who started a command or a server. Plain
// JavaScript, because scripts report theirs before anything is installed.

/** What could not be done, by system call. @type {Readonly<Record<string, string>>} */
const actions = {
  open: 'opened',
  read: 'read',
  write: 'written',
  mkdir: 'created',
  mkdtemp: 'created',
  scandir: 'listed',
  opendir: 'listed',
  stat: 'read',
  lstat: 'read',
  realpath: 'read',
  readlink: 'read',
  rename: 'renamed',
  copyfile: 'copied',
  link: 'linked',
  symlink: 'linked',
  unlink: 'removed',
  rmdir: 'removed',
  rm: 'removed',
}

/** Reason and advice, by code. @type {Readonly<Record<string, readonly [reason: string, advice: string]>>} */
const reasons = {
  EACCES: ['this user has no permission', 'Change the permissions, or run this as the owner'],
  EPERM: ['this user has no permission', 'Change the permissions, or run this as the owner'],
  EROFS: ['the file system is read-only', 'Choose a folder that can be written, or mount it for writing'],
  ENOENT: ['it does not exist, or its folder takes no new files', 'Check the path'],
  ENOTDIR: ['a part of the path is a file, not a folder', 'Check the path'],
  EISDIR: ['it is a folder, not a file', 'Name a file'],
  EEXIST: ['it exists already', 'Move it away'],
  ENOTEMPTY: ['the folder is not empty', 'Move it away'],
  EBUSY: ['it is in use, or a mount point', 'End the program that uses it'],
  ELOOP: ['its links lead in a circle', 'Check the path'],
  ENAMETOOLONG: ['the name is too long', 'Choose a shorter one'],
  ENOSPC: ['the disk is full', 'Make room'],
  EDQUOT: ['the disk quota is used up', 'Make room'],
  EIO: ['the disk failed', 'Check the disk'],
  EMFILE: ['too many files are open', 'Allow more: ulimit -n'],
  ENFILE: ['too many files are open on this machine', 'End other programs'],
}

/**
 * Describes a failed system call on a file or folder, or on a program that cannot be started.
 * @param {unknown} error
 * @returns {string | undefined} one line with path, reason, code and advice; undefined for other errors
 */
export function describeSystemError(error) {
  if (!(error instanceof Error)) return undefined
  const { code = '', syscall = '', path, dest } = /** @type {NodeJS.ErrnoException & { dest?: string }} */ (error)
  if (syscall.startsWith('spawn'))
    return `${path ?? syscall.slice('spawn '.length)} cannot be started (${code}). Check that it is installed and may be run`
  const reason = reasonOf(error)
  // Sockets have an address in place of a path.
  if (reason === undefined || (!Object.hasOwn(actions, syscall) && path === undefined)) return undefined
  const place = path === undefined ? 'A file' : dest === undefined ? path : `${path} (to ${dest})`
  return `${place} cannot be ${actions[syscall] ?? 'used'}: ${reason}`
}

/**
 * Explains the code of a failed system call.
 * @param {unknown} error
 * @returns {string | undefined} reason, code and advice; undefined for other errors
 */
export function reasonOf(error) {
  const { code = '' } = /** @type {NodeJS.ErrnoException} */ (error)
  const known = Object.hasOwn(reasons, code) ? reasons[code] : undefined
  return known && `${known[0]} (${code}). ${known[1]}`
}
