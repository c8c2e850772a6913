import { ConfigProblem } from '../database/configProblem.ts'

/** The settings of the provider's console: default and description. */
export const consoleSettings = {
  CONSOLE_SECOND_PERSON: [
    'yes',
    'Whether a second member of staff confirms prices, roles, payments sent again and other changes of the console that are hard to undo: yes or no',
  ],
} as const satisfies Record<string, readonly [fallback: string, meaning: string]>

type Read = (name: keyof typeof consoleSettings) => string

/** `secondPerson`: calls whose policy is `configured` wait for one. */
export type ConsoleConfig = { secondPerson: boolean }

/** Reads the settings of the console. Throws a one-line ConfigProblem that names the setting. */
export function consoleOf(read: Read): ConsoleConfig {
  const secondPerson = read('CONSOLE_SECOND_PERSON')
  if (secondPerson !== 'yes' && secondPerson !== 'no')
    throw new ConfigProblem(`CONSOLE_SECOND_PERSON="${secondPerson}" is not one of yes, no.`)
  return { secondPerson: secondPerson === 'yes' }
}
