import { deleteRows, type PersonalPart } from '#core/personal-data/part.ts'
import { forgetMessages } from '#providers/codes/outbox.ts'

/** What stands in the place of the name once an account has ended. */
export const ENDED_NAME = 'Deleted account'

/** The account itself, its log-ins and its codes. */
export const accountPart: PersonalPart = {
  tables: [
    'users',
    'sessions',
    'known_devices',
    'codes',
    'one_time_codes',
    'code_sends',
    'code_tries',
    'outbox_messages',
  ],
  lists: [
    {
      key: 'profile',
      title: 'Your profile',
      columns: {
        name: 'Name',
        email: 'Email',
        country_code: 'Country code',
        phone: 'Phone',
        birthday: 'Birthday',
        city: 'City',
        avatar: ['Picture', 'picture'],
        cover: ['Cover', 'picture'],
        created_at: ['Joined', 'moment'],
        verified_at: ['Phone verified', 'moment'],
        last_logged_on: ['Last logged on', 'moment'],
        marketing_splash_id: 'Last announcement seen',
        blocked_at: ['Log-in blocked', 'moment'],
        muted_at: ['Writing in discussions blocked', 'moment'],
      },
      rows: (db, userId) =>
        db
          .selectFrom('users')
          .select([
            'name',
            'email',
            'country_code',
            'phone',
            'birthday',
            'city',
            'avatar',
            'cover',
            'created_at',
            'verified_at',
            'last_logged_on',
            'marketing_splash_id',
            'blocked_at',
            'muted_at',
          ])
          .where('id', '=', userId)
          .orderBy('id'),
    },
    {
      key: 'sessions',
      title: 'Where you were logged in',
      columns: {
        user_agent: 'Browser',
        created_at: ['Logged in', 'moment'],
        last_seen_at: ['Last used', 'moment'],
        expires_at: ['Ends', 'moment'],
        revoked_at: ['Logged out', 'moment'],
      },
      rows: (db, userId) =>
        db
          .selectFrom('sessions')
          .select(['user_agent', 'created_at', 'last_seen_at', 'expires_at', 'revoked_at'])
          .where('user_id', '=', userId)
          .orderBy('id'),
    },
    {
      key: 'known_devices',
      title: 'Browsers that are known from your log-ins',
      columns: { known_since: ['First log-in', 'moment'], seen_at: ['Last log-in', 'moment'] },
      rows: (db, userId) =>
        db.selectFrom('known_devices').select(['known_since', 'seen_at']).where('user_id', '=', userId).orderBy('id'),
    },
    {
      key: 'codes_sent',
      title: 'Codes sent to you in the last day and not used',
      columns: { address: 'Asked for from', sent_at: ['Sent', 'moment'] },
      rows: (db, userId) =>
        db.selectFrom('code_sends').select(['address', 'sent_at']).where('user_id', '=', userId).orderBy('id'),
    },
    {
      key: 'codes_tried',
      title: 'Codes tried for your phone in the last 30 days',
      columns: { address: 'Tried from', tried_at: ['Tried', 'moment'] },
      rows: (db, userId) =>
        db.selectFrom('code_tries').select(['address', 'tried_at']).where('user_id', '=', userId).orderBy('id'),
    },
  ],
  goes: ['Your name, email, phone number, birthday, city and pictures', 'All your log-ins: every device is logged out'],
  files: async (db, { id }) => {
    const row = await db.selectFrom('users').select(['avatar', 'cover']).where('id', '=', id).executeTakeFirstOrThrow()
    return [row.avatar, row.cover].map((file) => ({ file, isPrivate: false }))
  },
  erase: async (tx, person) => {
    await deleteRows(tx, person, ['sessions', 'known_devices', 'codes', 'one_time_codes'])
    await deleteRows(tx, person, ['code_sends', 'code_tries'])
    await forgetMessages(tx, person)
    // The row stays for the payments that point at it. The phone is free: it may open a new account.
    await tx
      .updateTable('users')
      .set({
        country_code: '',
        phone: `ended ${person.id}`,
        name: ENDED_NAME,
        email: null,
        birthday: null,
        city: null,
        avatar: null,
        cover: null,
        registration_completed: 0,
        role: 'learner',
        verified_at: null,
        last_logged_on: null,
        marketing_splash_id: null,
        blocked_at: null,
        muted_at: null,
      })
      .where('id', '=', person.id)
      .execute()
  },
}

/** What staff noted about the person; who did is not told, as in the log of what they did. */
export const notesPart: PersonalPart = {
  tables: ['learner_notes'],
  lists: [
    {
      key: 'staff_notes',
      title: 'What those who run the site noted about you',
      columns: { body: 'What', created_at: ['When', 'moment'] },
      rows: (db, userId) =>
        db.selectFrom('learner_notes').select(['body', 'created_at']).where('user_id', '=', userId).orderBy('id'),
    },
  ],
  goes: ['What was noted about you by those who help learners'],
  erase: (tx, person) => deleteRows(tx, person, ['learner_notes']),
}
