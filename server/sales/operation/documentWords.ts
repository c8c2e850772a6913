import { sentencesUnder, speaking } from '../../platform/calls/messages.ts'

/** What people read in files for the codes whose words stand under a beginning; Spanish, whoever asks for them (decision 0023). */
export const documentWords = (beginning: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(speaking('es', () => sentencesUnder(`${beginning}.`))).map(([key, word]) => [key.slice(beginning.length + 1), word]),
  )
