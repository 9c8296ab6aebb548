// Server-sent events from the body of a response. The browser's own reader cannot send a request body.

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
        const event = parse(part);
        if (event) yield event;
      }
    }
  } finally {
    // The server stops searching when nobody listens.
    await reader.cancel().catch(() => {});
  }
}

/** Parses an event. Comments, which keep the connection alive, are not events. */
function parse(text: string): ServerEvent | undefined {
  const data: string[] = [];
  let event = 'message';
  for (const line of text.split('\n')) {
    if (line.startsWith('data:')) data.push(line.slice(5).trimStart());
    else if (line.startsWith('event:')) event = line.slice(6).trim();
  }
  return data.length > 0 ? { event, data: data.join('\n') } : undefined;
}
