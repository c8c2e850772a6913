import { withoutEntities } from '../widget/htmlEntities.ts'
import { storableText } from '../../platform/storableText.ts'

/** An article's title as plain text: shop programs send it with HTML tags and entities. At most `maxLength` UTF-16 code units. */
export const articleTitle = (value: string, maxLength: number): string =>
  storableText(withoutEntities(value.replaceAll(/<\/?[a-z][^<>]*>/gi, ' ')).replaceAll(/\s+/g, ' '), maxLength)
