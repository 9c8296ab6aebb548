import { expect, test } from 'vitest';
import { events } from '../src/engine/events';

test('events are read however the stream is cut', async () => {
  const text = 'event: report\ndata: {"a":1}\n\n: still here\n\nevent: done\ndata: {"a":2}\n\n';
  const body = new ReadableStream<Uint8Array>({
    start(control) {
      for (const part of text.match(/.{1,7}/gs) ?? [])
        control.enqueue(new TextEncoder().encode(part));
      control.close();
    },
  });
  const found = [];
  for await (const event of events(body)) found.push(event);
  expect(found).toEqual([
    { event: 'report', data: '{"a":1}' },
    { event: 'done', data: '{"a":2}' },
  ]);
});
