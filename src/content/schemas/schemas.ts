import * as z from 'zod'
import { policyKinds } from '#core/site/policies.ts'
import { counted } from '#lib/both/text/format.ts'
import { MOST_MARKDOWN } from '#features/authoring/authoring.rules.ts'
import { registrationFields } from '#features/exams/registration/registration.contract.ts'
import { isOffer, MOST_GST } from '#features/purchases/price.rules.ts'
import { MOST_DAYS } from '#features/purchases/purchases.rules.ts'
import { nameOf, states } from '#lib/both/gst-states.ts'
import { isLink } from '#lib/both/text/link-address.ts'
import { chapterSchema, courseParts, ticketSchema } from './learning-schemas.ts'
import { marksOf } from '../text/marks.ts'
import {
  date,
  distinct,
  evenIfWrong,
  html,
  inMarkdown,
  isRecord,
  key,
  keyed,
  line,
  optionalText,
  rupees,
  time,
  whole,
  written,
} from './schema-fields.ts'

/** The shape of each file of a pack (docs/content-pack.md). References between files are checked elsewhere. */

/** A page elsewhere, or of this site, in which `{id}` stands for what is meant. */
const linkedPage = z
  .string()
  .max(500)
  .refine((text) => isLink(text.replaceAll('{id}', '1')), {
    error: 'must be an address with https://, or a page of this site such as /news/{id}',
  })

/** Of a screen. */
const color = z
  .string()
  .regex(/^#[0-9a-f]{6}$/i, { error: "must be a colour such as '#6733c9', in quotes" })
  .transform((text) => text.toLowerCase())

/** Drawn icons, as an export writes them: what they were drawn of is not kept. */
const icons = z.record(z.enum(['any192', 'any512', 'maskable192', 'maskable512', 'touch180']), z.string())

export const packSchema = z.strictObject({
  format: z.literal(1),
  name: line(80),
  content_source: z.enum(['cc', 'wac']),
  phone: z.string().regex(/^\+[0-9][0-9 ]{6,20}$/, { error: "must look like '+91 484 4000 100'" }),
  flags: z.strictObject({ enable_home_page_exam: z.boolean(), enable_marketing_splash: z.boolean() }),
  brand: z
    .strictObject({ short_name: line(20), logo: z.string(), color, dark_color: color, icon_background: color, icons })
    .partial()
    .refine((brand) => brand.dark_color === undefined || brand.color !== undefined, {
      error: 'needs color, too',
      path: ['dark_color'],
    })
    .optional(),
  pages: z.strictObject({ current_affairs: linkedPage, blog: linkedPage, webinar: linkedPage }).partial().optional(),
  login: z
    .strictObject({ slogan: line(80), text: line(160), picture: z.string() })
    .partial()
    .optional(),
  policies: z.partialRecord(z.enum(policyKinds), date).optional(),
  popular: distinct(key),
  featured_exams: distinct(key),
  districts: distinct(line(80)).min(1),
  communities: distinct(line(80)).min(1),
})

export const taxonomySchema = z.strictObject({
  groups: keyed(
    z.strictObject({
      key,
      title: line(80),
      image: z.string(),
      alt: line(300),
      categories: keyed(
        z.strictObject({
          key,
          label: line(60),
          subcategories: keyed(z.strictObject({ key, label: line(60) })).optional(),
        }),
      ),
    }),
  ),
})

export const courseSchema = z
  .strictObject({
    key,
    title: line(120),
    summary: line(160),
    group: z.string(),
    category: z.string(),
    subcategory: z.string().optional(),
    thumbnail: z.string(),
    thumbnail_alt: line(300),
    price: rupees,
    offer_price: rupees.optional(),
    gst: whole(0, MOST_GST),
    validity_days: whole(1, MOST_DAYS),
    tags: distinct(line(40)).min(1).max(4),
    popularity: whole(0, 100),
    rating: z
      .number()
      .min(0)
      .max(5)
      .refine((rating) => Number.isInteger(Math.round(rating * 1e4) / 1e3), { error: 'must have at most one decimal' }),
    published: date,
    ...courseParts,
    sections: keyed(
      z.strictObject({
        key,
        title: line(120),
        demo: z.boolean().optional(),
        chapters: keyed(chapterSchema),
      }),
    ),
  })
  .superRefine(
    (_, context) => context.addIssue({ code: 'custom', message: 'must be lower than price', path: ['offer_price'] }),
    evenIfWrong(
      ({ price, offer_price: offer }) =>
        typeof offer === 'number' && typeof price === 'number' && !isOffer(offer, price),
    ),
  )
  .superRefine(
    ({ sections }, context) => {
      const sectionOf = new Map<string, number>()
      for (const [index, section] of sections.entries()) {
        for (const [at, chapter] of section.chapters.entries()) {
          if ((sectionOf.get(chapter.key) ?? index) !== index) {
            const path = ['sections', index, 'chapters', at, 'key']
            context.addIssue({ code: 'custom', message: `'${chapter.key}' is there twice in the course`, path })
          } else sectionOf.set(chapter.key, index)
        }
      }
    },
    evenIfWrong(
      ({ sections }) =>
        Array.isArray(sections) &&
        sections.every(
          (section) => isRecord(section) && Array.isArray(section.chapters) && section.chapters.every(isRecord),
        ),
    ),
  )

export const questionSchema = z
  .strictObject({
    key,
    text: written,
    options: z.array(written).min(2).max(5),
    answer: z.string().regex(/^[A-E]$/, { error: 'must be one of the letters A to E' }),
    explanation: optionalText(written),
    html,
  })
  .superRefine(...inMarkdown({ text: MOST_MARKDOWN, options: 2000, explanation: MOST_MARKDOWN }))
  .superRefine(
    ({ options, answer }, context) => {
      const position = letters.indexOf(answer)
      if (position >= options.length) {
        const message = `'${answer}' is not among the ${counted(options.length, 'option')}`
        context.addIssue({ code: 'custom', message, path: ['answer'] })
      }
      for (const [index, option] of options.entries()) {
        const first = options.findIndex((other) => plain(other) === plain(option))
        if (first === index) continue
        context.addIssue({ code: 'custom', message: `is equal to option ${letters[first]}`, path: ['options', index] })
      }
    },
    evenIfWrong(({ options }) => Array.isArray(options)),
  )

/** What a price of a pack is in the database. */
export function paise(amount: number): number {
  return Math.round(amount * 100)
}

/** Position of an answer's letter. */
export const letters = 'ABCDE'

function plain(option: unknown): string {
  return String(option).trim().replace(/\s+/g, ' ')
}

export const examSchema = z
  .strictObject({
    key,
    title: line(120),
    category: line(60),
    course: z.string().optional(),
    courses: distinct(z.string()).min(1).optional(),
    chapter: z.string().optional(),
    minutes: whole(1, 600).optional(),
    attempts: whole(1, 100),
    marks: z
      .strictObject({
        correct: z.union([z.number(), z.string()]),
        wrong: z.union([z.number(), z.string()]).optional(),
      })
      .transform(({ correct, wrong }, context) => {
        try {
          return marksOf(correct, wrong)
        } catch (error) {
          context.addIssue({ code: 'custom', message: (error as Error).message })
          return z.NEVER
        }
      }),
    view_answer: z.boolean(),
    opens: time.optional(),
    closes: time.optional(),
    registration: distinct(z.enum(registrationFields)).min(1).optional(),
    instructions: written,
    html,
    sections: keyed(z.strictObject({ key, title: line(120), questions: distinct(z.string()).min(1) })),
  })
  .superRefine(...inMarkdown({ instructions: MOST_MARKDOWN }))
  .superRefine(
    (exam, context) => {
      for (const field of ['opens', 'closes'] as const) {
        if (exam[field] !== undefined) continue
        context.addIssue({
          code: 'custom',
          message: 'is missing; only an exam of a course may do without',
          path: [field],
        })
      }
    },
    evenIfWrong((exam) => !ofCourse(exam)),
  )
  .superRefine(
    (_, context) =>
      context.addIssue({
        code: 'custom',
        message: 'cannot stand beside course: name all of them here',
        path: ['courses'],
      }),
    evenIfWrong(({ course, courses }) => course !== undefined && courses !== undefined),
  )
  .superRefine(
    (_, context) => context.addIssue({ code: 'custom', message: 'needs the course that it is of', path: ['chapter'] }),
    evenIfWrong((exam) => exam.chapter !== undefined && !ofCourse(exam)),
  )

function ofCourse({ course, courses }: Record<string, unknown>): boolean {
  return course !== undefined || courses !== undefined
}

export const quizSchema = z.strictObject({
  key,
  title: line(120),
  category: line(60).optional(),
  minutes: whole(1, 600),
  questions: distinct(z.string()).min(1).max(100),
})

export const learnersSchema = z.strictObject({
  learners: z.array(
    z
      .strictObject({
        phone: z.string().regex(/^\d{4,14}$/, { error: 'must be digits in quotes, without the country code' }),
        country_code: z.string().regex(/^[1-9]\d{0,2}$/, { error: "must be digits in quotes, such as '91'" }),
        name: line(100).optional(),
        email: z.email({ error: 'is not an e-mail address' }).optional(),
        birthday: date.optional(),
        city: line(100).optional(),
        state: z.enum(states.map(nameOf), { error: 'must be a state such as Kerala, or Outside India' }).optional(),
        registration_completed: z.boolean(),
        role: z.enum(['learner', 'mentor']).optional(),
        preference: z
          .strictObject({ groups: distinct(z.string()).min(1), wants: z.enum(['courses', 'exams', 'both']) })
          .optional(),
        watched_minutes: z.array(whole(0, 600)).max(365).optional(),
        quizzes: z.array(z.strictObject({ quiz: z.string(), at: time, wrong: whole(0, 100) })).optional(),
        webinars: distinct(z.string()).optional(),
        purchases: z
          .array(
            z.strictObject({
              course: z.string(),
              valid_until: time,
              payment_status: z.enum(['closedpymnt', 'partialpymnt']),
              renewal_amount: rupees,
              sale_staff: line(80).optional(),
              renewed: z
                .strictObject({
                  at: time,
                  amount: rupees.refine((amount) => amount !== 0, { error: 'must be at least 1' }),
                })
                .optional(),
              watched: distinct(z.string()).optional(),
            }),
          )
          .optional(),
        tickets: z.array(ticketSchema).optional(),
      })
      .superRefine(
        (learner, context) => {
          for (const field of ['name', 'email', 'birthday', 'city'] as const) {
            if (learner[field] !== undefined) continue
            context.addIssue({
              code: 'custom',
              message: 'is missing, but the registration is completed',
              path: [field],
            })
          }
        },
        evenIfWrong((learner) => learner.registration_completed === true),
      ),
  ),
})

export type PackFile = z.output<typeof packSchema>
export type Taxonomy = z.output<typeof taxonomySchema>
export type CourseFile = z.output<typeof courseSchema>
export type QuestionEntry = z.output<typeof questionSchema>
export type ExamFile = z.output<typeof examSchema>
export type QuizFile = z.output<typeof quizSchema>
export type LearnerEntry = z.output<typeof learnersSchema>['learners'][number]
