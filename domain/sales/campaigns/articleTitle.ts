import { withoutEntities } from '../widget/htmlEntities.ts'
import { keptText } from '../../platform/keptText.ts'

/** An article's title as people read it: shop programs send it as they print it, with tags and entities of HTML. At most `most` UTF-16 units. */
export const articleTitle = (said: string, most: number): string =>
  keptText(withoutEntities(said.replaceAll(/<\/?[a-z][^<>]*>/gi, ' ')).replaceAll(/\s+/g, ' '), most)
