import { withoutEntities } from '../widget/htmlEntities.ts'
import { keptText } from '../../platform/keptText.ts'

/** An article's title as plain text: shop programs send it with HTML tags and entities. At most `most` UTF-16 code units. */
export const articleTitle = (value: string, most: number): string =>
  keptText(withoutEntities(value.replaceAll(/<\/?[a-z][^<>]*>/gi, ' ')).replaceAll(/\s+/g, ' '), most)
