import { useState } from 'react'
import type { FileUse } from '#features/authoring/authoring.rules.ts'
import { markdownField } from '#features/authoring/staff/ui/fields.tsx'
import { fileField } from '#features/authoring/staff/ui/files.ts'
import type { FormValues } from '#ui/staff/forms/form-values.ts'
import type { WorkoutType } from '../../workouts.contract.ts'
import type { WorkoutOfStaff } from '../workouts.contract.ts'
import { useOf } from '../workouts.rules.ts'
import { typeOptions } from './workout-words.tsx'

const typeIn = ({ type }: FormValues) => String(type) as WorkoutType
const isOfUse = (use: FileUse) => (values: FormValues) => useOf(typeIn(values)) === use
const isOfType = (type: WorkoutType) => (values: FormValues) => typeIn(values) === type

const fileLabels = { audio: 'Recording', picture: 'Picture', document: 'Document' }

/** The fields of a workout, of which its type chooses. @param workout what is changed; undefined of a new one */
export function useWorkoutFields(workout?: WorkoutOfStaff) {
  const [called, setCalled] = useState<string>()
  const media = Object.fromEntries((workout?.media ?? []).map(({ path, address }) => [path, address]))
  const isHtml = workout?.type === 'richtext' && workout.markdown === null
  const file = (use: FileUse) =>
    ({
      name: use,
      label: fileLabels[use],
      ...fileField(use, { called: workout?.filename ?? '', onStored: setCalled }),
      when: isOfUse(use),
    }) as const
  const fields = [
    { name: 'type', label: 'Type', kind: 'select', options: typeOptions },
    {
      name: 'published_at',
      label: 'Learners see it from',
      kind: 'datetime',
      hint: 'Indian time. Empty: from now on. At a time to come it appears by itself.',
    },
    { name: 'title', label: 'Title', kind: 'text', wide: true, placeholder: 'Five articles in one minute' },
    file('audio'),
    file('picture'),
    file('document'),
    {
      name: 'filename',
      label: 'Name of the file',
      kind: 'text',
      wide: true,
      hint: `As learners see it. Empty: as the file is called${called ? `, ${called}` : ''}.`,
      when: (values: FormValues) => useOf(typeIn(values)) !== undefined,
    },
    {
      name: 'markdown',
      label: 'Text',
      ...markdownField({ short: false, media }),
      ...(isHtml && { hint: 'This text came as HTML and stays as it is, unless you write it anew here.' }),
      when: isOfType('richtext'),
    },
    { name: 'text', label: 'Text', kind: 'textarea', rows: 10, hint: 'Line breaks stay.', when: isOfType('plain') },
  ] as const
  return { fields, called, isHtml }
}

/** What a form begins with that changes a workout. */
export function initialOf({ type, title, published_at, filename, file, markdown, text }: WorkoutOfStaff) {
  const use = useOf(type)
  return {
    ...{ type, title, published_at, filename },
    ...(use && file && { [use]: file.name }),
    ...(markdown !== null && { markdown }),
    ...(text !== null && { text }),
  }
}
