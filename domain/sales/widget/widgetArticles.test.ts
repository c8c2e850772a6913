import { expect, it } from 'vitest'
import { cents } from '../../platform/money.ts'
import { widgetArticles } from './widgetArticles.ts'

const read = (text: string) => widgetArticles(text, cents(12_000)).map(({ id, total }) => `${id}=${total}`)

it.each([
  ['SKU-1:1250*3,SKU-2:99', ['SKU-1=3750', 'SKU-2=99']],
  [' SKU-1 : 1250*2 , SKU-2', ['SKU-1=2500', 'SKU-2=12000']],
  ['SKU-1', ['SKU-1=12000']],
  ['', []],
  [':5', []],
  ['a:1.5,b:-1,c:1*0.5,d:1*1', ['d=1']],
  [`${'x'.repeat(65)}:1`, []],
])('reads %j', (text, articles) => expect(read(text)).toEqual(articles))
