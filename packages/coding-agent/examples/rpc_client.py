#!/usr/bin/env python3
"""Talks to omp over RPC: python3 rpc_client.py "your question". Needs nothing but Python 3."""
import json
import os
import subprocess
import sys


class Omp:
    """One running omp; commands go in, answers and events come out."""

    def __init__(self, *flags):
        command = [os.environ.get("OMP", "omp"), "--mode", "rpc", *flags]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.asked, self.tools = 0, {}
        assert self.read()["type"] == "ready"

    def read(self):
        line = self.process.stdout.readline()
        if not line:
            raise EOFError(f"omp ended with {self.process.wait()}")
        return json.loads(line)

    def write(self, **frame):
        self.process.stdin.write(json.dumps(frame) + "\n")
        self.process.stdin.flush()

    def ask(self, command, **fields):
        self.asked += 1
        self.write(id=str(self.asked), type=command, **fields)
        while (frame := self.read()).get("id") != str(self.asked) or frame["type"] != "response":
            pass  # Events that come before the answer.
        if not frame["success"]:
            raise RuntimeError(frame["error"])
        return frame.get("data")

    def offer(self, name, description, parameters, run):
        self.tools[name] = run
        self.ask("set_host_tools", tools=[{"name": name, "description": description, "parameters": parameters}])

    def run(self, message):
        self.ask("prompt", message=message)
        while (event := self.read())["type"] != "agent_end":
            if event["type"] == "host_tool_call":
                text = str(self.tools[event["toolName"]](**event["arguments"]))
                self.write(type="host_tool_result", id=event["id"], result={"content": text})
        return self.ask("get_last_assistant_text")["text"]

    def close(self):
        self.process.stdin.close()
        return self.process.wait()


if __name__ == "__main__":
    omp = Omp(*sys.argv[2:])
    number = {"type": "number"}
    omp.offer("add", "Adds two numbers.", {"type": "object", "properties": {"a": number, "b": number}}, lambda a, b: a + b)
    print(omp.run(sys.argv[1]))
    sys.exit(omp.close())
