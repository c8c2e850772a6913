/** Endings of addresses that mail programs turn into a link although nothing else says that it is one. */
const endings =
  'com|es|net|org|info|biz|eu|cat|gal|eus|pt|fr|de|it|uk|us|co|io|me|tv|app|dev|ai|ly|to|cc|ru|cn|tk|ml|ga|cf|gq|xyz|top|site|online|shop|store|club|live|link|click|work|pro|icu|vip|win|bid|loan|page|website|space|fun|tech|cloud|blog|news|gob|edu|gov'
const label = String.raw`[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?`
/** A scheme, "www.", an e-mail address, a name with a path, or with one of those endings. */
const address = new RegExp(
  String.raw`\p{L}[\p{L}\p{N}+.-]*:\/\/\S*|\bwww\.\S+|\S+@\S+\.\S+|(?:${label}\.)+\p{L}{2,}(?::\d+)?\/\S*|(?<![\p{L}\p{N}])(?:${label}\.)+(?:${endings})(?![\p{L}\p{N}])`,
  'giu',
)
/** Control and direction characters, and others that nobody sees. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

/** What the name of a person, a shop or a company may not hold; null: nothing is wrong. It stands in letters to people who do not know its owner. */
export function properNameProblem(name: string): 'name_characters' | 'name_address' | null {
  if (name.search(unseen) !== -1) return 'name_characters'
  return name.normalize('NFKC').search(address) === -1 ? null : 'name_address'
}

/** The longest name in a letter. */
const maxShown = 60

/** A name as a letter shows it between quotes, whenever it was written: without addresses and unseen characters, and cut. */
export function nameInEmail(name: string): string {
  const plain = name
    .replace(unseen, '')
    .replace(/[«»"]/g, '')
    .replace(address, '…')
    .replace(/\s+/g, ' ')
    .trim()
  const letters = [...plain]
  return letters.length <= maxShown ? plain : `${letters.slice(0, maxShown - 1).join('')}…`
}
