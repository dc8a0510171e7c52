// Lists the messages of the embedded table.

const frame = document.getElementById("frame");

addEventListener("message", ({ source, data }) => {
  if (source !== frame.contentWindow || !data.fairground) {
    return;
  }
  const { fairground, ...values } = data;
  const item = document.createElement("li");
  item.textContent = [fairground, ...Object.values(values)].join(": ");
  document.getElementById("events").append(item);
});
