/** Top-level domains for which mail programs turn a bare host name into a link. */
const endings =
  'com|es|net|org|info|biz|eu|cat|gal|eus|pt|fr|de|it|uk|us|co|io|me|tv|app|dev|ai|ly|to|cc|ru|cn|tk|ml|ga|cf|gq|xyz|top|site|online|shop|store|club|live|link|click|work|pro|icu|vip|win|bid|loan|page|website|space|fun|tech|cloud|blog|news|gob|edu|gov'
const label = String.raw`[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?`
/** A URL with a scheme, "www.", an e-mail address, a host name with a path, or with one of those domains. */
const address = new RegExp(
  String.raw`\p{L}[\p{L}\p{N}+.-]*:\/\/\S*|\bwww\.\S+|\S+@\S+\.\S+|(?:${label}\.)+\p{L}{2,}(?::\d+)?\/\S*|(?<![\p{L}\p{N}])(?:${label}\.)+(?:${endings})(?![\p{L}\p{N}])`,
  'giu',
)
/** Control and direction characters, and other invisible ones. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

/** Why a name of a person, shop or company is refused; null when it is valid. Names appear in e-mails to people who do not know them. */
export function properNameProblem(name: string): 'name_characters' | 'name_address' | null {
  if (name.search(unseen) !== -1) return 'name_characters'
  return name.normalize('NFKC').search(address) === -1 ? null : 'name_address'
}

/** Maximum length of a name in an e-mail. */
const maxShown = 60

/** A name for an e-mail, safe also if stored before names were validated: without URLs and invisible characters, and truncated. */
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
