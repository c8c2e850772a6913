import { basename } from 'node:path'
import { wordGaps } from '#domain/platform/wordGaps'
import type { Messages } from './messageFolders.ts'
import { beginningsIn, literalsIn } from './messageUses.ts'
import type { SourceFile } from './sourceProblems.ts'

/** Prefixes of keys that are composed at run time, each with the code that completes it. */
const completedAtRunTime: Record<string, string> = {
  'errors.': 'a refusal type of the contract, with its exact reason where there is one (server/platform/calls/answer.ts)',
}

type Use = { key: string; where: string }

const code = ({ name }: SourceFile) =>
  /^(?:(?:server|web|e2e)\/.*\.tsx?|domain\/provider\/changeWords\.ts)$/.test(name) && !/\.test\.tsx?$/.test(name)

function uses(files: readonly SourceFile[]): Use[] {
  return files.filter(code).flatMap(({ name, text }) =>
    [...text.matchAll(/(?<![\w.$])(?:t|text)\(\s*(['"])([^'"]+)\1/g)].map((match) => ({
      key: match[2] ?? '',
      where: `${name}:${text.slice(0, match.index).split('\n').length}`,
    })),
  )
}

const isPlural = (value: unknown) => typeof value === 'object' && value !== null && 'one' in value && 'other' in value

/** Messages that are missing, unused, in the wrong file or of the wrong shape. */
export function messageProblems(files: readonly SourceFile[], messages: ReadonlyMap<string, Record<string, unknown>>): string[] {
  const problems: string[] = []
  const owner = new Map<string, string>()
  for (const [file, words] of messages) {
    const room = basename(file, '.json')
    for (const [key, value] of Object.entries(words)) {
      if (owner.has(key)) problems.push(`messages/es/${file}: "${key}" stands in ${owner.get(key)} too.`)
      if (key.split('.')[0] !== room) problems.push(`messages/es/${file}: "${key}" must begin with "${room}.".`)
      if (typeof value !== 'string' && !isPlural(value))
        problems.push(`messages/es/${file}: "${key}" must be a sentence or {"one", "other"}.`)
      owner.set(key, file)
    }
  }
  for (const { key, where } of uses(files)) {
    if (!owner.has(key)) problems.push(`${where}: there is no message "${key}" in the file ${key.split('.')[0]}.json of messages/es.`)
  }
  const texts = files.filter(code).map(({ text }) => text)
  const known = new Set(texts.flatMap(literalsIn))
  const prefixes = [...texts.flatMap(beginningsIn), ...Object.keys(completedAtRunTime)]
  for (const [key, file] of owner) {
    if (!known.has(key) && !prefixes.some((prefix) => key.startsWith(prefix)))
      problems.push(`messages/es/${file}: "${key}" is not used; remove it.`)
  }
  return problems
}

/** What keeps a started language from being offered, file by file, keys that Spanish does not have, and straight apostrophes. */
export function languageProblems(
  language: string,
  spanish: ReadonlyMap<string, Messages>,
  translations: ReadonlyMap<string, Messages>,
): string[] {
  if (translations.size === 0) return []
  const at = (file: string) => `messages/${language}/${file}:`
  return [...new Set([...spanish.keys(), ...translations.keys()])].flatMap((file) => {
    const [source, words] = [spanish.get(file) ?? {}, translations.get(file) ?? {}]
    const gaps = wordGaps(source, words).map((gap) => `${at(file)} ${gap}`)
    const straight = Object.entries(words).flatMap(([key, value]) =>
      JSON.stringify(value).includes("'") ? [`${at(file)} "${key}" has a straight apostrophe; write ’.`] : [],
    )
    return [
      ...gaps,
      ...straight,
      ...Object.keys(words).flatMap((key) => (key in source ? [] : [`${at(file)} "${key}" is not in Spanish; remove it.`])),
    ]
  })
}
