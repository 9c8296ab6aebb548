// Server-sent events from the body of an answer; the browser's own reader cannot send a request with one.

export interface ServerEvent {
  event: string;
  data: string;
}

export async function* events(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      text += decoder.decode(value, { stream: true });
      const parts = text.split('\n\n');
      text = parts.pop() ?? '';
      for (const part of parts) {
        const event = read(part);
        if (event) yield event;
      }
    }
  } finally {
    // The server stops searching when nobody listens.
    await reader.cancel().catch(() => {});
  }
}

/** One event; comments, which keep the connection alive, are none. */
function read(text: string): ServerEvent | undefined {
  const data: string[] = [];
  let event = 'message';
  for (const line of text.split('\n')) {
    if (line.startsWith('data:')) data.push(line.slice(5).trimStart());
    else if (line.startsWith('event:')) event = line.slice(6).trim();
  }
  return data.length > 0 ? { event, data: data.join('\n') } : undefined;
}
