import { pictureField } from '#features/authoring/staff/ui/fields.tsx'

/** The fields of a splash, in the order in which they are filled. */
export const splashFields = [
  { name: 'image', label: 'Picture', ...pictureField('wide') },
  {
    name: 'portrait',
    label: 'Picture for a phone',
    ...pictureField('tall'),
    hint: 'For screens that are taller than wide. Without it they show the other one.',
  },
  { name: 'alt', label: 'All that the pictures show, and say', kind: 'text', wide: true },
  {
    name: 'title',
    label: 'Title',
    kind: 'text',
    wide: true,
    hint: 'Words belong here: those in a picture cannot be read on a phone.',
  },
  { name: 'text', label: 'Text', kind: 'textarea', rows: 3 },
  {
    name: 'success',
    label: 'What a learner reads who is interested',
    kind: 'text',
    wide: true,
    placeholder: 'Good choice! You will find it under Featured Exams.',
  },
] as const
