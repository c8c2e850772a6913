import { expect, it } from 'vitest'
import { readEvent } from './followStream.ts'

const id = '01941f297c0074b39fd746d5474cf3e5'

it.each([
  ['event: open\ndata: {}', { what: 'open', quiet: false }],
  ['event: open\ndata: {"quiet":true}', { what: 'open', quiet: true }],
  ['event: notices\ndata: {}', { what: 'notices' }],
  ['event: account\ndata: {}', { what: 'account' }],
  [`event: work\ndata: {"merchant_id":"${id}","mode":"sandbox"}`, { what: 'work', shop: `${id}/sandbox` }],
  [': ', null],
  ['event: work\ndata: {"merchant_id":"../x","mode":"live"}', null],
  ['event: other\ndata: {}', null],
  ['', null],
])('reads %j', (block, event) => expect(readEvent(block)).toEqual(event))
