import { z } from 'zod/mini'
import { languages } from '#domain/platform/languages'
import { hexId, instant, mode, typedText } from '../platform/values.ts'
import { consoleCall } from './consoleCall.ts'

// Messages of the provider to merchants: a banner in their panel, and an e-mail to owners and admins if wanted.
const path = '/console/v1/system/announcements'
const readers = { roles: ['admin', 'support'], secondPerson: 'never' } as const

const written = z.strictObject({ title: typedText(120).check(z.minLength(1)), text: typedText(1_000).check(z.minLength(1)) })
const { es: spanish, ...others } = Object.fromEntries(languages.map((language) => [language, written])) as Record<
  (typeof languages)[number],
  typeof written
> // each once
/** Spanish is read where a language is missing. */
const texts = z.strictObject({
  es: spanish,
  ca: z.optional(others.ca),
  gl: z.optional(others.gl),
  eu: z.optional(others.eu),
  pt: z.optional(others.pt),
})

const announcement = z.strictObject({
  id: hexId,
  texts,
  /** To whom; null: to all. */
  accounts: z.nullable(z.array(z.strictObject({ id: hexId, name: z.string() }))),
  /** In which mode it is shown; null: in both. */
  mode: z.nullable(mode),
  from: instant,
  until: instant,
  byMail: z.boolean(),
  state: z.enum(['coming', 'shown', 'over', 'ended']),
  createdAt: instant,
  createdBy: z.string(),
  endedBy: z.nullable(z.string()),
})
export type Announcement = z.output<typeof announcement>

/** The latest 100. */
export const announcementList = consoleCall({
  name: 'announcementList',
  method: 'GET',
  path,
  summary: 'Ver los mensajes a los comercios',
  policy: readers,
  answers: { 200: z.strictObject({ announcements: z.array(announcement) }) },
  refusals: [],
})

/** Refuses with ApiValidationException on `until` an end that has passed or is not after the beginning, and on `accounts` one that does not exist. */
export const announcementCreate = consoleCall({
  name: 'announcementCreate',
  method: 'POST',
  path,
  summary: 'Escribir un mensaje a los comercios',
  policy: readers,
  body: z.strictObject({
    texts,
    accounts: z.nullable(z.array(hexId).check(z.minLength(1), z.maxLength(200))),
    mode: z.nullable(mode),
    /** Null: at once. */
    from: z.nullable(instant),
    until: instant,
    byMail: z.boolean(),
  }),
  answers: { 201: z.strictObject({ id: hexId }) },
  refusals: [],
})

/** Takes it back: the banner disappears, and e-mails that were not sent yet are not sent. Refuses with ObjectNotFoundException one that is over. */
export const announcementEnd = consoleCall({
  name: 'announcementEnd',
  method: 'POST',
  path: `${path}/{announcementId}/end`,
  summary: 'Retirar un mensaje a los comercios',
  policy: readers,
  answers: { 204: null },
  refusals: [],
})
