#!/usr/bin/env python3
"""Trains a network of PyTorch that is compiled by Zyn. Usage: model.py [DEVICE]"""
import sys

import torch
from torch import nn


def main():
    device = sys.argv[1] if len(sys.argv) > 1 else "cpu"
    torch.manual_seed(1)
    model = nn.Sequential(nn.Linear(2, 16), nn.GELU(), nn.Linear(16, 1)).to(device)
    compiled = torch.compile(model, backend="zyn")
    points = torch.rand(256, 2, device=device) * 2 - 1
    products = points.prod(1, keepdim=True)
    optimizer = torch.optim.Adam(model.parameters(), lr=0.02)
    for step in range(301):
        optimizer.zero_grad()
        loss = nn.functional.mse_loss(compiled(points), products)
        loss.backward()
        optimizer.step()
        if step % 100 == 0:
            print(f"step {step}: mean squared error {loss.item():.4f}")


if __name__ == "__main__":
    main()
