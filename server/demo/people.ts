import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { normaliseText } from '#domain/sales/operations/search'
import type { Random } from './random.ts'

export type Person = {
  firstName: string
  lastName: string
  email: string
  phone: string | null
  documentNumber: string | null
  /** The name, normalised for search. */
  normalised: string
}

type Names = {
  women: string[]
  men: string[]
  surnames: string[]
  foreignSurnames: string[]
  compoundSurnames: string[]
  longNames: [string, string][]
  mailHosts: string[]
}

const names = JSON.parse(readFileSync(join(import.meta.dirname, 'data', 'people.json'), 'utf8')) as Names // our own file

/** A fictitious customer in Spain: two surnames, a valid document, a mobile and an address at an example domain. */
function makePerson(random: Random): Person {
  const [firstName, lastName] = random.chance(0.006) ? random.pick(names.longNames) : usualName(random)
  const email = `${mailName(random, firstName, lastName)}@${random.pick(names.mailHosts)}`
  const phone = random.chance(0.985) ? `${random.chance(0.9) ? 6 : 7}${digits(random, 8)}` : null
  const documentNumber = random.chance(0.97) ? identityNumber(random) : null
  return { firstName, lastName, email, phone, documentNumber, normalised: normaliseText(`${firstName} ${lastName}`) }
}

function usualName(random: Random): [string, string] {
  const firstName = random.chance(0.54) ? random.pick(names.women) : random.pick(names.men)
  if (random.chance(0.06)) return [firstName, random.pick(names.foreignSurnames)]
  const surname = () => (random.chance(0.04) ? random.pick(names.compoundSurnames) : random.pick(names.surnames))
  return [firstName, `${surname()} ${surname()}`]
}

function mailName(random: Random, firstName: string, lastName: string): string {
  const words = (text: string) =>
    normaliseText(text)
      .replace(/[^a-z ]/g, '')
      .split(' ')
  const [givenName = 'cliente'] = words(firstName)
  const family = words(lastName).filter((word) => word.length > 3)
  const [first = 'demo', second = ''] = family
  const shape = random.int(0, 4)
  if (shape === 0) return `${givenName}.${first}${random.int(1, 99)}`
  if (shape === 1) return `${givenName[0] ?? ''}${first}${second.slice(0, 3)}${random.int(60, 99)}`
  if (shape === 2) return `${first}.${givenName}${random.int(1, 999)}`
  return second === '' || shape === 3 ? `${givenName}_${first}${random.int(1, 9999)}` : `${givenName}.${first}.${second}`
}

const digits = (random: Random, count: number) => String(random.int(0, 10 ** count - 1)).padStart(count, '0')

/** A NIF or, one in ten, a NIE, with its control letter (Royal Decree 1553/2005: the number modulo 23). */
function identityNumber(random: Random): string {
  const letter = (number: number) => 'TRWAGMYFPDXBNJZSQVHLCKE'.charAt(number % 23)
  if (random.chance(0.9)) {
    const number = random.int(100_000, 79_999_999)
    return `${String(number).padStart(8, '0')}${letter(number)}`
  }
  const kind = random.int(0, 2)
  const number = random.int(0, 9_999_999)
  return `${'XYZ'.charAt(kind)}${String(number).padStart(7, '0')}${letter(kind * 10_000_000 + number)}`
}

/** A shop's customers: some return, from the last `memory` ones. */
export function makeCustomers(random: Random, comeBackShare: number, memory = 20_000): () => Person {
  const known: Person[] = []
  return () => {
    if (known.length > 20 && random.chance(comeBackShare)) return random.pick(known)
    const person = makePerson(random)
    if (known.length < memory) known.push(person)
    else known[random.int(0, memory - 1)] = person
    return person
  }
}
